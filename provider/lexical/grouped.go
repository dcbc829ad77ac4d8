package lexical

import "slices"

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
}

// term lists the uses of one term in the revisions from lo until before hi.
func (g *grouped) term(i, lo, hi int) []use {
	uses := g.uses[g.starts[i]:g.starts[i+1]]
	from, _ := slices.BinarySearch(uses, use(lo)<<9)
	to, _ := slices.BinarySearch(uses[from:], use(hi)<<9)
	return uses[from : from+to]
}

// any tells whether there is a use in these revisions.
func (g *grouped) any(lo, hi int) bool {
	for i := range g.keys {
		if len(g.term(i, lo, hi)) > 0 {
			return true
		}
	}
	return false
}
