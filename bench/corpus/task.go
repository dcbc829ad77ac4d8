package corpus

import (
	"math/rand/v2"
	"strings"
)

// Mix is which bands the words of a task come from.
type Mix string

// The mixes that are measured.
const (
	Mixed      Mix = "mixed"  // a third common, the rest medium and rare
	RareOnly   Mix = "rare"   // what a precise question has
	CommonOnly Mix = "common" // the worst case
)

// Task makes a task of that many different terms.
func (c *Corpus) Task(r *rand.Rand, terms int, mix Mix) string {
	var out []string
	seen := map[int]bool{}
	for len(out) < terms {
		words := c.words.bands[mix.Band(len(out), terms)]
		i := words[r.IntN(len(words))]
		if !seen[i] {
			seen[i] = true
			out = append(out, c.words.words[i])
		}
	}
	return strings.Join(out, " ")
}

// Band is where term i of n comes from.
func (m Mix) Band(i, n int) Band {
	switch {
	case m == RareOnly:
		return Rare
	case m == CommonOnly:
		return Common
	}
	common := (n + 1) / 3
	medium := (n - common + 1) / 2
	switch {
	case n == 1 || i >= common && i < common+medium:
		return Medium
	case i < common:
		return Common
	}
	return Rare
}
