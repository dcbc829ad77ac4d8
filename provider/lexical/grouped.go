package lexical

import (
	"cmp"
	"slices"
)

// use is that a revision has a term: the revision << 9, whether its texts may
// differ in roles << 8, the weight << 6, the role class. Uses of a term in
// order of size are in order of revision.
type use uint64

func newUse(revision int, mixed bool) use {
	u := use(revision) << 9
	if mixed {
		u |= 1 << 8
	}
	return u
}

func (u use) revision() int { return int(u >> 9) }
func (u use) mixed() bool   { return u>>8&1 == 1 }
func (u use) weight() int   { return int(u >> 6 & 3) }

// field is the weight and role class.
func (u use) field() uint64 { return uint64(u & 0xff) }

// grouped is the uses of many terms, the terms in order of bytes.
type grouped struct {
	keys   []string
	starts []int // of each term in uses, and their end
	uses   []use
	mixed  bool // there may be uses in revisions whose texts differ in roles
}

func newGrouped() *grouped { return &grouped{starts: []int{0}} }

// term lists the uses of one term in the revisions from lo until before hi.
func (g *grouped) term(i, lo, hi int) []use {
	uses := g.uses[g.starts[i]:g.starts[i+1]]
	from, _ := slices.BinarySearch(uses, use(lo)<<9)
	to, _ := slices.BinarySearch(uses[from:], use(hi)<<9)
	return uses[from : from+to]
}

// with adds the uses of another group in the segments where their term is not
// dense. Those come after what is there.
func (g *grouped) with(o *grouped, lo, hi int) *grouped {
	out := newGrouped()
	n := len(g.uses)
	for k := range o.keys {
		n += o.few(k, lo, hi, func([]use) {})
	}
	out.uses = make([]use, 0, n)
	for i, k := 0, 0; i < len(g.keys) || k < len(o.keys); {
		order := 1
		switch {
		case k == len(o.keys):
			order = -1
		case i < len(g.keys):
			order = cmp.Compare(g.keys[i], o.keys[k])
		}
		before, key := len(out.uses), ""
		if order <= 0 {
			key = g.keys[i]
			out.uses = append(out.uses, g.uses[g.starts[i]:g.starts[i+1]]...)
			i++
		}
		if order >= 0 {
			key = o.keys[k]
			o.few(k, lo, hi, func(uses []use) { out.uses = append(out.uses, uses...) })
			k++
		}
		if len(out.uses) > before {
			out.keys, out.starts = append(out.keys, key), append(out.starts, len(out.uses))
		}
	}
	return out
}

// few gives the uses of a term in the segments where they are few, and counts them.
func (g *grouped) few(i, lo, hi int, do func([]use)) (n int) {
	for uses := g.term(i, lo, hi); len(uses) > 0; {
		first, rest, revisions := segment(uses)
		if uses = rest; revisions < dense {
			do(first)
			n += len(first)
		}
	}
	return n
}
