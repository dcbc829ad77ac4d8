package store

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/schema"
)

// world is some objects with revisions and derivations, as M4 to M6 see them.
type world struct {
	versions map[int32][]version // by object, rising rev
	links    []link
}

// drawWorld makes a small world: times collide, revisions come out of order,
// pins point past the end, sources are missing, and there are cycles.
func drawWorld(t *rapid.T) world {
	w := world{versions: map[int32][]version{}}
	objects := rapid.IntRange(1, 5).Draw(t, "objects")
	revision := int32(0)
	for object := range int32(objects) {
		rev := int32(0)
		for range rapid.IntRange(0, 3).Draw(t, "revisions") {
			revision++
			rev += int32(rapid.IntRange(1, 2).Draw(t, "step"))
			v := version{revision: revision, rev: rev, created: int64(rapid.IntRange(0, 6).Draw(t, "created")),
				tombstone: rapid.IntRange(0, 5).Draw(t, "tombstone") == 0}
			if rapid.IntRange(0, 3).Draw(t, "declares") == 0 {
				v.declared = schema.State(rapid.IntRange(0, 3).Draw(t, "declared"))
			}
			w.versions[object] = append(w.versions[object], v)
			for range rapid.IntRange(0, 2).Draw(t, "links") {
				w.links = append(w.links, link{object: object, revision: revision,
					source: int32(rapid.IntRange(0, objects).Draw(t, "source")), pinned: int32(rapid.IntRange(0, 3).Draw(t, "pinned"))})
			}
		}
	}
	return w
}

// selected is the revision with the highest number of those created by T (M4).
func (w world) selected(object int32, at int64) *version {
	var out *version
	for i, v := range w.versions[object] {
		if v.created <= at {
			out = &w.versions[object][i]
		}
	}
	return out
}

// linkState is M5, sentence by sentence.
func (w world) linkState(l link, derived version, at int64) schema.State {
	source := w.selected(l.source, at)
	switch {
	case source == nil:
		return schema.StateUnknown
	case source.tombstone:
		return schema.StateInvalid
	case l.pinned == 0 && source.created > derived.created:
		return schema.StateStale
	case l.pinned == 0 || l.pinned == source.rev:
		return schema.StateCurrent
	case source.rev > l.pinned:
		return schema.StateStale
	}
	return schema.StateUnknown
}

// states is M6 at one moment: start from what is declared and from the links,
// and spread staleness until nothing changes.
func (w world) states(at int64) map[int32]schema.State {
	out := map[int32]schema.State{}
	for object := range w.versions {
		v := w.selected(object, at)
		if v == nil || v.tombstone {
			continue
		}
		out[object] = v.declared
		for _, l := range w.links {
			if l.revision == v.revision {
				out[object] = max(out[object], w.linkState(l, *v, at))
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range w.links {
			v := w.selected(l.object, at)
			if v == nil || v.tombstone || v.revision != l.revision || out[l.source] < schema.StateStale {
				continue
			}
			if out[l.object] < schema.StateStale {
				out[l.object], changed = schema.StateStale, true
			}
		}
	}
	return out
}

func (w world) clone() map[int32][]version {
	out := map[int32][]version{}
	for object, vs := range w.versions {
		out[object] = slices.Clone(vs)
	}
	return out
}

// TestStates compares the spans with the definition at every moment at which
// something may change, before the first and after the last.
func TestStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		spans := newStates(w.clone(), slices.Clone(w.links), map[int32][]span{}).compute()
		checkSpans(t, w, spans, func(int32) bool { return true })
	})
}

// TestStatesGrow keeps what is known of sources from an earlier computation:
// the same spans must come out for the objects that are computed again.
func TestStatesGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		again := map[int32]bool{}
		for object := range w.versions {
			again[object] = rapid.Bool().Draw(t, "again")
		}
		for grown := true; grown; { // what depends on them is computed again too
			grown = false
			for _, l := range w.links {
				if again[l.source] && !again[l.object] {
					again[l.object], grown = true, true
				}
			}
		}
		known := map[int32][]span{}
		for object := range w.versions {
			if again[object] {
				continue
			}
			for at := int64(0); at <= 7; at++ {
				if w.states(at)[object] >= schema.StateStale {
					known[object] = append(known[object], span{at, at + 1})
				}
			}
		}
		links := slices.DeleteFunc(slices.Clone(w.links), func(l link) bool { return !again[l.object] })
		spans := newStates(w.clone(), links, known).compute()
		checkSpans(t, w, spans, func(object int32) bool { return again[object] })
	})
}

func checkSpans(t *rapid.T, w world, spans []stated, counts func(object int32) bool) {
	for at := int64(-1); at <= 7; at++ {
		want := w.states(at)
		for object := range w.versions {
			v := w.selected(object, at)
			if v == nil || !counts(object) || !slices.ContainsFunc(w.links, func(l link) bool { return l.revision == v.revision }) {
				continue
			}
			var got []schema.State
			for _, s := range spans {
				if s.revision == v.revision && s.from <= at && at < s.to {
					got = append(got, s.state)
				}
			}
			if v.tombstone {
				if len(got) > 0 {
					t.Fatalf("the tombstone %d has the states %v at %d", v.revision, got, at)
				}
				continue
			}
			if len(got) != 1 || got[0] != want[object] {
				t.Fatalf("revision %d has the states %v at %d, want %s\n%+v", v.revision, got, at, want[object], w)
			}
		}
	}
}
