package store

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/sqlq-dev/sqlq/schema"
)

// Times are microseconds since 1970; these two stand for the infinities.
const (
	never  = math.MaxInt64
	always = math.MinInt64
)

// span is a half-open stretch of time.
type span struct{ from, to int64 }

// version is one revision as dependency states see it.
type version struct {
	revision  int32
	rev       int32
	created   int64
	tombstone bool
	declared  schema.State
	selected  span // empty when a higher revision precedes it
}

// link is one derivation of a revision.
type link struct {
	object, revision, source int32
	pinned                   int32 // 0: not pinned
}

// stated says that a revision has a state for a while.
type stated struct {
	revision int32
	span
	state schema.State
}

// states computes dependency states over all time (M5, M6). A state is constant
// between the moments at which something it depends on changes, so every
// revision gets a few spans. Staleness spreads along links until nothing
// changes: the least fixed point, so cycles end.
type states struct {
	versions map[int32][]version // by object, rising rev
	links    map[int32][]link    // by derived revision
	bad      map[int32][]span    // by object: when it is stale or invalid; disjoint, rising
	users    map[int32][]int32   // by source: the objects derived from it
	owner    map[int32]int32     // object of a revision with links
}

func newStates(versions map[int32][]version, links []link, known map[int32][]span) *states {
	s := &states{versions: map[int32][]version{}, bad: known, links: map[int32][]link{}, users: map[int32][]int32{}, owner: map[int32]int32{}}
	for object, vs := range versions {
		s.versions[object] = selectVersions(vs)
	}
	for _, l := range links {
		s.links[l.revision] = append(s.links[l.revision], l)
		s.owner[l.revision] = l.object
		s.users[l.source] = append(s.users[l.source], l.object)
	}
	for source, users := range s.users {
		slices.Sort(users)
		s.users[source] = slices.Compact(users)
	}
	return s
}

// selectVersions fills in when each version is the selected one (M4): from its
// creation until the first creation of a higher revision. It drops those that
// never are; the spans of the others rise with the revision.
func selectVersions(vs []version) []version {
	next := int64(never)
	for i := len(vs) - 1; i >= 0; i-- {
		vs[i].selected = span{vs[i].created, next}
		next = min(next, vs[i].created)
	}
	return slices.DeleteFunc(vs, func(v version) bool { return v.selected.from >= v.selected.to })
}

// compute returns the states of every revision that has links, in no order.
func (s *states) compute() []stated {
	base := map[int32][]stated{} // by object, without what spreads
	linked := map[int32]bool{}
	for _, object := range s.owner {
		linked[object] = true
	}
	for object := range s.versions {
		spans := s.base(object)
		s.bad[object] = merge(append(badSpans(spans), s.bad[object]...))
		if linked[object] {
			base[object] = spans
		}
	}
	s.spread()
	var out []stated
	for object, spans := range base {
		for _, b := range spans {
			out = s.worsen(object, b, out)
		}
	}
	return out
}

// base gives the spans of an object's live versions from what is declared and
// from the state of each link.
func (s *states) base(object int32) []stated {
	var out []stated
	for _, v := range s.versions[object] {
		if v.tombstone {
			continue
		}
		cuts := []int64{v.selected.from, v.selected.to}
		for _, l := range s.links[v.revision] {
			for _, w := range s.versions[l.source] {
				cuts = append(cuts, w.selected.from, w.selected.to)
			}
		}
		each(cuts, v.selected, func(at span) {
			state := v.declared
			for _, l := range s.links[v.revision] {
				state = max(state, s.linkState(l, v, at.from).State())
			}
			out = append(out, stated{v.revision, at, state})
		})
	}
	return out
}

// linkState is M5 at one moment.
func (s *states) linkState(l link, derived version, at int64) schema.LinkState {
	versions := s.versions[l.source]
	after, _ := slices.BinarySearchFunc(versions, at, func(v version, at int64) int {
		if v.selected.from <= at {
			return -1
		}
		return 1
	})
	if after == 0 {
		return schema.LinkUnresolved
	}
	source := versions[after-1]
	switch {
	case source.tombstone:
		return schema.LinkInvalid
	case l.pinned == 0 && source.created > derived.created, l.pinned != 0 && source.rev > l.pinned:
		return schema.LinkStale
	case l.pinned != 0 && source.rev < l.pinned:
		return schema.LinkUnresolved
	}
	return schema.LinkCurrent
}

// spread carries staleness from sources to what is derived from them.
func (s *states) spread() {
	queue := slices.Sorted(maps.Keys(s.bad))
	waiting := map[int32]bool{}
	for len(queue) > 0 {
		source := queue[0]
		queue, waiting[source] = queue[1:], false
		if len(s.bad[source]) == 0 {
			continue
		}
		for _, user := range s.users[source] {
			grown := merge(append(s.inherited(user, source), s.bad[user]...))
			if slices.Equal(grown, s.bad[user]) {
				continue
			}
			if s.bad[user] = grown; !waiting[user] {
				queue, waiting[user] = append(queue, user), true
			}
		}
	}
}

// inherited is when user depends on source while source is stale or invalid.
func (s *states) inherited(user, source int32) []span {
	var out []span
	for _, v := range s.versions[user] {
		if v.tombstone || !slices.ContainsFunc(s.links[v.revision], func(l link) bool { return l.source == source }) {
			continue
		}
		for _, b := range s.bad[source] {
			if both := (span{max(b.from, v.selected.from), min(b.to, v.selected.to)}); both.from < both.to {
				out = append(out, both)
			}
		}
	}
	return out
}

// worsen splits a base span by the bad times of its object and appends the
// result, joining neighbours of one state.
func (s *states) worsen(object int32, b stated, out []stated) []stated {
	cuts := []int64{b.from, b.to}
	for _, bad := range s.bad[object] {
		cuts = append(cuts, bad.from, bad.to)
	}
	each(cuts, b.span, func(at span) {
		state := b.state
		if slices.ContainsFunc(s.bad[object], func(bad span) bool { return bad.from <= at.from && at.from < bad.to }) {
			state = max(state, schema.StateStale)
		}
		last := len(out) - 1
		if last >= 0 && out[last].revision == b.revision && out[last].state == state && out[last].to == at.from {
			out[last].to = at.to
			return
		}
		out = append(out, stated{b.revision, at, state})
	})
	return out
}

// each calls f for the pieces into which the cuts divide within.
func each(cuts []int64, within span, f func(span)) {
	slices.Sort(cuts)
	from := within.from
	for _, c := range cuts {
		if c > from && c <= within.to {
			f(span{from, c})
			from = c
		}
	}
}

func badSpans(in []stated) []span {
	var out []span
	for _, s := range in {
		if s.state >= schema.StateStale {
			out = append(out, s.span)
		}
	}
	return out
}

// merge makes spans disjoint and rising.
func merge(in []span) []span {
	slices.SortFunc(in, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var out []span
	for _, s := range in {
		if last := len(out) - 1; last >= 0 && s.from <= out[last].to {
			out[last].to = max(out[last].to, s.to)
		} else {
			out = append(out, s)
		}
	}
	return out
}
