package lexical

import (
	"bytes"
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
	key     key
	number  uint32 // of the entry, plus one; 0: free
	place   uint32 // last revision that used the term
	classes uint64 // role classes of that revision that have the term
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

// key is a word of up to 16 bytes, filled up with zeros. Of a longer one it is a
// hash, and ends in a byte that no word has.
type key [2]uint64

// keyOf takes the token that w is at. The word is nil where the key tells it.
func (d *dictionary) keyOf(w *words) (k key, word []byte) {
	if n := w.end - w.start; !w.other && n <= shortWord && w.start+shortWord <= len(w.text) {
		// This bit makes an ASCII letter small and changes no digit.
		const lower = 0x2020202020202020
		k = key{load(w.text, w.start) | lower, load(w.text, w.start+8) | lower}
		if n <= 8 {
			return key{k[0] & (math.MaxUint64 >> (64 - 8*n))}, nil
		}
		return key{k[0], k[1] & (math.MaxUint64 >> (128 - 8*n))}, nil
	}
	word = w.word()
	if len(word) > maxKey {
		word = []byte(Key(string(word)))
	}
	return d.keyFor(word)
}

// keyFor is keyOf for a word by itself.
func (d *dictionary) keyFor(word []byte) (key, []byte) {
	if len(word) > shortWord {
		return key{maphash.Bytes(d.seed, word), math.MaxUint64}, word
	}
	var b [shortWord]byte
	copy(b[:], word)
	return key{binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])}, nil
}

// number is the number of a term.
func (d *dictionary) number(term string) uint32 {
	k, word := d.keyFor([]byte(term))
	return d.find(k, word).number - 1
}

// load reads eight bytes at once.
func load(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// short gives back the word that a key holds.
func (k key) short() []byte {
	b := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, k[0]), k[1])
	return bytes.TrimRight(b, "\x00")
}

// home is where the search for a key begins.
func (d *dictionary) home(k key) uint64 {
	hi, lo := bits.Mul64(k[0]^d.mix[0], k[1]^d.mix[1])
	return (hi ^ lo) & uint64(len(d.slots)-1)
}

// find finds a word by its key or adds it; word is nil where the key tells it. The
// slot is valid until the next call.
func (d *dictionary) find(k key, word []byte) *slot {
	for i := d.home(k); ; i = (i + 1) & uint64(len(d.slots)-1) {
		s := &d.slots[i]
		if s.key == k && s.number != 0 && (word == nil || d.entries[s.number-1].term == string(word)) {
			return s
		}
		if s.number == 0 {
			return d.add(i, k, word)
		}
	}
}

// add enters a word at a free slot. The table grows when it is two thirds full,
// so a free slot is always near.
func (d *dictionary) add(at uint64, k key, word []byte) *slot {
	if d.used++; 3*d.used > 2*len(d.slots) {
		d.grow()
		at = d.free(k)
	}
	if word == nil {
		word = k.short()
	}
	s := slot{key: k, number: noTerm, place: math.MaxUint32}
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
func (d *dictionary) free(k key) uint64 {
	i := d.home(k)
	for d.slots[i].number != 0 {
		i = (i + 1) & uint64(len(d.slots)-1)
	}
	return i
}
