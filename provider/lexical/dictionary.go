package lexical

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"math/bits"
	"math/rand/v2"
)

// dictionary numbers the terms of a batch. It is asked for every token of a
// load, which makes it the hottest spot there and one that waits for memory: so
// a slot of its open table holds all that a known word needs, in half a cache
// line, and the slots of the words that make up most of a text stay near.
type dictionary struct {
	seed    maphash.Seed
	mix     [2]uint64 // keeps the input from choosing words that collide
	slots   []slot
	used    int
	entries []entry
}

// slot is a word and what the current revision already has of it.
type slot struct {
	key     [2]uint64 // see dictionary.key
	number  uint32    // of the entry, plus one; 0: free
	place   uint32    // last revision that used the term
	classes uint64    // role classes of that revision that have the term
}

// noTerm is the number of a stopword.
const noTerm = math.MaxUint32

// entry is a term.
type entry struct{ term string }

// shortWord is the most bytes that a key holds.
const shortWord = 16

func newDictionary() dictionary {
	return dictionary{
		seed:  maphash.MakeSeed(),
		mix:   [2]uint64{rand.Uint64(), rand.Uint64()},
		slots: make([]slot, 1<<14),
	}
}

// key is a short word itself. That of a longer one ends in a byte that no word
// has, after a hash.
func (d *dictionary) key(word []byte) [2]uint64 {
	if len(word) > shortWord {
		return [2]uint64{maphash.Bytes(d.seed, word), math.MaxUint64}
	}
	var b [shortWord]byte
	copy(b[:], word)
	return [2]uint64{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])}
}

// home is where the search for a key begins.
func (d *dictionary) home(key [2]uint64) uint64 {
	hi, lo := bits.Mul64(key[0]^d.mix[0], key[1]^d.mix[1])
	return (hi ^ lo) & uint64(len(d.slots)-1)
}

// find finds a word or adds it. The slot is valid until the next call.
func (d *dictionary) find(word []byte) *slot {
	key := d.key(word)
	for i := d.home(key); ; i = (i + 1) & uint64(len(d.slots)-1) {
		s := &d.slots[i]
		if s.number == 0 {
			return d.add(i, key, word)
		}
		if s.key == key && (len(word) <= shortWord || d.entries[s.number-1].term == string(word)) {
			return s
		}
	}
}

// add enters a word at a free slot. The table grows when it is two thirds full,
// so a free slot is always near.
func (d *dictionary) add(at uint64, key [2]uint64, word []byte) *slot {
	if d.used++; 3*d.used > 2*len(d.slots) {
		d.grow()
		at = d.free(key)
	}
	s := slot{key: key, number: noTerm, place: math.MaxUint32}
	if !stopword(word) {
		d.entries = append(d.entries, entry{string(word)})
		s.number = uint32(len(d.entries))
	}
	d.slots[at] = s
	return &d.slots[at]
}

func (d *dictionary) grow() {
	old := d.slots
	d.slots = make([]slot, 2*len(old))
	for _, s := range old {
		if s.number != 0 {
			d.slots[d.free(s.key)] = s
		}
	}
}

// free finds a slot for a key that is not in the table.
func (d *dictionary) free(key [2]uint64) uint64 {
	i := d.home(key)
	for d.slots[i].number != 0 {
		i = (i + 1) & uint64(len(d.slots)-1)
	}
	return i
}
