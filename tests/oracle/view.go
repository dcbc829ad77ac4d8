package oracle

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/translate/query"
)

const (
	objectScheme = "object://"
	entityScheme = "entity://"
)

// view is a store as one query sees it.
type view struct {
	*Store
	q   query.Context
	now time.Time
	t   time.Time // AS OF, else now (QS1)

	selected map[string]*record // by object, tombstones too (M4)
	state    map[string]int     // of live objects: a position in states (M6)
	reason   map[string]string  // of live objects; "" is eligible, or only for the budget (QS7)
	terms    []string
	lex      map[string]lexical // of eligible objects
	reached  map[string]arrival // of eligible objects that another seed reaches
}

// open computes everything up to relevance.
func (s *Store) open(q query.Context, now time.Time) *view {
	v := &view{Store: s, q: q, now: now.UTC().Truncate(time.Microsecond)}
	v.t = v.now
	if q.AsOf != nil {
		v.t = *q.AsOf
	}
	v.selected = map[string]*record{}
	for id, o := range s.objects {
		if r := o.at(v.t); r != nil {
			v.selected[id] = r
		}
	}
	v.state = v.states()
	v.reason = map[string]string{}
	for _, id := range v.live() {
		v.reason[id] = v.exclusion(id)
	}
	v.score()
	v.propagate()
	return v
}

// at is the selected revision: the highest number created by t (M4).
func (o *object) at(t time.Time) *record {
	var best *record
	for _, r := range o.revisions {
		if !micro(*r.CreatedAt).After(t) && (best == nil || r.Rev > best.Rev) {
			best = r
		}
	}
	return best
}

// micro cuts a time to the resolution of the store.
func micro(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// live lists the objects whose selected revision is no tombstone (M4), by id.
func (v *view) live() []string {
	var ids []string
	for _, id := range slices.Sorted(maps.Keys(v.selected)) {
		if !v.selected[id].Tombstone {
			ids = append(ids, id)
		}
	}
	return ids
}

// eligible lists the live objects that nothing before max_objects removes.
func (v *view) eligible() []string {
	return slices.DeleteFunc(v.live(), func(id string) bool { return v.reason[id] != "" })
}

// holds tells whether an edge counts at t (QS3).
func (v *view) holds(e record) bool {
	return (e.ObservedAt == nil || !micro(*e.ObservedAt).After(v.t)) && (e.EndedAt == nil || micro(*e.EndedAt).After(v.t))
}

// sourceObject is the object that a derivation comes from, if it is one.
func (r record) sourceObject() (id string, ok bool) { return strings.CutPrefix(r.Source, objectScheme) }
