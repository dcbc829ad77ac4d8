package lexical

import "hash/maphash"

// dictionary numbers the terms of a batch. It is asked for every token of a
// load, which makes it the hottest spot there: an open table of numbers beside
// the entries touches about half the memory of a map from strings.
type dictionary struct {
	seed    maphash.Seed
	slots   []uint32 // number of an entry, plus one; 0: free
	entries []entry
}

// entry is a term and what the current revision already has of it.
type entry struct {
	hash     uint64
	term     string
	classes  uint64 // role classes of that revision that have the term
	revision int    // last revision that used the term
}

func newDictionary() dictionary {
	return dictionary{seed: maphash.MakeSeed(), slots: make([]uint32, 1<<16)}
}

// number finds a term or adds it.
func (d *dictionary) number(term []byte) uint32 {
	hash := maphash.Bytes(d.seed, term)
	mask := uint64(len(d.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := d.slots[i]
		if slot == 0 {
			return d.add(i, hash, string(term))
		}
		if e := &d.entries[slot-1]; e.hash == hash && e.term == string(term) {
			return slot - 1
		}
	}
}

// add enters a term at a free slot. The table grows when it is half full, so a
// free slot is always near.
func (d *dictionary) add(slot, hash uint64, term string) uint32 {
	n := uint32(len(d.entries))
	d.entries = append(d.entries, entry{hash: hash, term: term, revision: -1})
	d.slots[slot] = n + 1
	if 2*len(d.entries) > len(d.slots) {
		d.slots = make([]uint32, 2*len(d.slots))
		mask := uint64(len(d.slots) - 1)
		for k := range d.entries {
			i := d.entries[k].hash & mask
			for d.slots[i] != 0 {
				i = (i + 1) & mask
			}
			d.slots[i] = uint32(k) + 1
		}
	}
	return n
}
