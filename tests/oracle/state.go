package oracle

import "slices"

// states are the dependency states, best first (M6).
var states = []string{"current", "unknown", "stale", "invalid"}

const (
	unknown = 1
	stale   = 2
)

// linkState is the state of a derivation of a selected revision (M5).
func (v *view) linkState(derived *record, d record) string {
	id, ok := d.sourceObject()
	if !ok {
		return "current"
	}
	source := v.selected[id]
	switch {
	case source == nil:
		return "unresolved"
	case source.Tombstone:
		return "invalid"
	case d.SourceRev == nil:
		if micro(*source.CreatedAt).After(micro(*derived.CreatedAt)) {
			return "stale"
		}
		return "current"
	case source.Rev > *d.SourceRev:
		return "stale"
	case source.Rev < *d.SourceRev:
		return "unresolved"
	}
	return "current"
}

// states computes the dependency state of every live object: what it and its
// links say, then what its sources are, until nothing changes (M6).
func (v *view) states() map[string]int {
	out := map[string]int{}
	for _, id := range v.live() {
		r := v.selected[id]
		out[id] = max(0, slices.Index(states, r.State))
		for _, d := range r.derivations {
			link := slices.Index(states, v.linkState(r, d))
			if link < 0 {
				link = unknown // unresolved
			}
			out[id] = max(out[id], link)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, id := range v.live() {
			for _, d := range v.selected[id].derivations {
				source, ok := d.sourceObject()
				if ok && out[source] >= stale && out[id] < stale {
					out[id], changed = stale, true
				}
			}
		}
	}
	return out
}
