package oracle

import (
	"fmt"
	"strings"
	"time"
)

// derivations makes what the revisions of an object come from: other objects,
// itself, nothing known, a context; some twice.
func (r *Random) derivations(id string) Records {
	var out Records
	for _, rev := range r.revisions[id] {
		for range pick(r, 0, 0, 1, 1, 2, 4) {
			line := map[string]any{"kind": "derivation", "object": id, "rev": rev, "relation": pick(r, r.relations...)}
			source := pick(r, r.ids...)
			if r.is("self") {
				source = id
			}
			if r.is("missing") {
				source = pick(r, allIDs...)
			}
			line["source"] = objectScheme + source
			if r.is("missing") && r.half() {
				line["source"] = "context://ctx_" + strings.Repeat(fmt.Sprint(r.IntN(10)), 32)
			}
			if r.is("pin") || r.IntN(3) == 0 {
				line["source_rev"] = pick(r, append([]int{1, 2, 99}, r.revisions[source]...)...)
			}
			out = append(out, line)
			if r.IntN(12) == 0 {
				out = append(out, line)
			}
		}
	}
	return out
}

// node is an end of an edge.
func (r *Random) node() string {
	switch {
	case r.is("missing") && r.half():
		return pick(r, objectScheme, entityScheme) + pick(r, allIDs...)
	case len(r.entities) > 0 && r.half():
		return entityScheme + pick(r, r.entities...)
	}
	return objectScheme + pick(r, r.ids...)
}

func (r *Random) edge(from, to string) map[string]any {
	line := map[string]any{"kind": "edge", "from": from, "to": to, "relationship": pick(r, r.relations...)}
	for _, field := range []string{"observed_at", "ended_at"} {
		if r.is("timed") {
			line[field] = r.stamp(r.moment())
		}
	}
	return line
}

// edges draws a shape, or none.
func (r *Random) edges() Records {
	var out Records
	add := func(from, to string) { out = append(out, r.edge(from, to)) }
	chain := r.chain()
	switch r.IntN(6) {
	case 0: // a hub
		hub := r.node()
		for _, id := range r.ids {
			add(objectScheme+id, hub)
		}
	case 1: // everything with everything
		for _, a := range r.ids[:min(12, len(r.ids))] {
			for _, b := range r.ids[:min(12, len(r.ids))] {
				add(objectScheme+a, objectScheme+b)
			}
		}
	case 2: // a chain
		for i := 1; i < len(chain); i++ {
			add(chain[i-1], chain[i])
		}
	case 3: // a ring
		for i := range chain {
			add(chain[i], chain[(i+1)%len(chain)])
		}
	}
	for range r.IntN(2 * (len(r.ids) + len(r.entities))) {
		from, to := r.node(), r.node()
		if r.is("self") {
			to = from
		}
		add(from, to)
		switch r.IntN(8) {
		case 0:
			add(from, to) // parallel
		case 1:
			add(to, from)
		case 2:
			out = append(out, out[len(out)-1]) // the same again
		}
	}
	return out
}

// chain mixes all nodes.
func (r *Random) chain() []string {
	var out []string
	for _, id := range r.ids {
		out = append(out, objectScheme+id)
	}
	for _, id := range r.entities {
		out = append(out, entityScheme+id)
	}
	return r.some(out, len(out))
}

// instants lists the times at which something changes in a store.
func (s *Store) instants() []time.Time {
	out := []time.Time{epoch}
	for _, o := range s.objects {
		for _, r := range o.revisions {
			out = append(out, micro(*r.CreatedAt))
		}
	}
	for _, e := range s.edges {
		for _, t := range []*time.Time{e.ObservedAt, e.EndedAt} {
			if t != nil {
				out = append(out, micro(*t))
			}
		}
	}
	return out
}
