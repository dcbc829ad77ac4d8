package oracle

import (
	"cmp"
	"slices"
	"strings"
)

var trustOrder = []string{"untrusted", "unknown", "inferred", "verified", "authoritative"}

// candidate is an object with relevance.
type candidate struct {
	id         string
	revision   *record
	state      int
	lexical    lexical
	propagated int // the score that set the relevance, else 0 (QR9)
	hops       int
	arrival    arrival // when hops > 0
	boosts     []string
	score      int
	forms      []form
	packed     *form
}

// rank lists all objects with relevance, best first (QR11).
func (v *view) rank() []*candidate {
	var out []*candidate
	for _, id := range v.eligible() {
		c := &candidate{id: id, revision: v.selected[id], state: v.state[id], lexical: v.lex[id], forms: v.remaining(id)}
		c.score = c.lexical.own
		if a, ok := v.reached[id]; ok && a.score > c.score {
			c.score, c.propagated, c.hops, c.arrival = a.score, a.score, a.hops, a
		}
		if c.score == 0 {
			continue
		}
		c.boosts = v.boosts(c)
		for range c.boosts {
			c.score = c.score * 5 / 4
		}
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.state, b.state), cmp.Compare(a.hops, b.hops),
			cmp.Compare(a.id, b.id))
	})
	return out
}

// boosts are the satisfied PREFER terms, as the canonical query prints them (QR10).
func (v *view) boosts(c *candidate) []string {
	out := []string{}
	if v.q.Prefer.Current && states[c.state] == "current" {
		out = append(out, "CURRENT")
	}
	for level, word := range trustOrder {
		for _, wanted := range v.q.Prefer.Trust {
			if wanted.String() == word && slices.Index(trustOrder, c.revision.Trust) >= level {
				out = append(out, strings.ToUpper(word))
			}
		}
	}
	return out
}
