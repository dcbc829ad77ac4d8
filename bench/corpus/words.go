package corpus

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
)

const vocabularySize = 60_000

// vocabulary draws words by Zipf's law: the word of rank r with a probability
// that falls as 1/r.
type vocabulary struct {
	words []string
	// alias method: a draw takes slot i, or other[i] when it falls above keep[i]
	keep  []uint32
	other []uint32
	bands map[Band][]int
}

var sharedVocabulary = sync.OnceValue(newVocabulary)

func newVocabulary() *vocabulary {
	v := &vocabulary{words: make([]string, vocabularySize)}
	p := make([]float64, vocabularySize)
	sum := 0.0
	for i := range p {
		p[i] = 1 / float64(i+1)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
		v.words[i] = word(i)
	}
	v.alias(p)
	v.band(p)
	return v
}

const consonants, vowels = "bdfghjklmnprstvwzcqx", "aeiou"

// word spells rank i in syllables, with an accent in every 97th word.
func word(i int) string {
	var b []byte
	for n := i; len(b) < 4 || n > 0; n /= 100 {
		b = append(b, consonants[n%20], vowels[n/20%5])
	}
	if i%97 == 96 {
		return string(b) + "é"
	}
	return string(b)
}

// alias fills the tables of Walker's method.
func (v *vocabulary) alias(p []float64) {
	n := len(p)
	v.keep, v.other = make([]uint32, n), make([]uint32, n)
	scaled := make([]float64, n)
	var small, large []int
	for i := range p {
		scaled[i] = p[i] * float64(n)
		if scaled[i] < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		v.keep[s], v.other[s] = uint32(scaled[s]*math.MaxUint32), uint32(l)
		if scaled[l] -= 1 - scaled[s]; scaled[l] < 1 {
			large, small = large[:len(large)-1], append(small, l)
		}
	}
	for _, i := range slices.Concat(small, large) {
		v.keep[i], v.other[i] = math.MaxUint32, uint32(i)
	}
}

func (v *vocabulary) draw(r *rand.Rand) string {
	bits := r.Uint64()
	i := bits >> 32 * vocabularySize >> 32
	if uint32(bits) > v.keep[i] {
		i = uint64(v.other[i])
	}
	return v.words[i]
}

// Band is how many of the revisions have a word.
type Band int

// The bands; words between them belong to none.
const (
	Common Band = iota // 20 to 40 %
	Medium             // 1 to 5 %
	Rare               // under 0.2 %
)

// band sorts the words by the share of revisions that are expected to have them.
func (v *vocabulary) band(p []float64) {
	r := rand.New(rand.NewPCG(1, 1))
	lengths := make([]int, 200)
	for i := range lengths {
		lengths[i] = titleWords(r)
		for _, f := range forms(r) {
			lengths[i] += f.words
		}
	}
	v.bands = map[Band][]int{}
	for i := range p {
		share := 0.0
		for _, n := range lengths {
			share += 1 - math.Pow(1-p[i], float64(n))
		}
		switch share /= float64(len(lengths)); {
		case share < 0.002:
			v.bands[Rare] = append(v.bands[Rare], i)
		case share >= 0.01 && share <= 0.05:
			v.bands[Medium] = append(v.bands[Medium], i)
		case share >= 0.2 && share <= 0.4:
			v.bands[Common] = append(v.bands[Common], i)
		}
	}
}
