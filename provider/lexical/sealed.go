package lexical

import (
	"context"
	"encoding/binary"

	"github.com/sqlq-dev/sqlq/provider"
)

// dense is from how many revisions of a segment on a term has planes there. A
// plane costs a query about as much as ten numbers do, whatever it holds.
const dense = 64

// planeBytes is the size of a plane.
const planeBytes = provider.Segment / 8

// sealed writes the sealed form of whole segments: for each revision the
// heaviest weight of a term, whatever the role class, as planes or numbers, and
// the uses in revisions whose texts differ in roles once more as they are.
func (g *grouped) sealed(ctx context.Context, tx provider.Session, lo, hi int) error {
	if err := g.planes(ctx, tx, lo, hi); err != nil {
		return err
	}
	return g.numbers(ctx, tx, lo, hi)
}

// planes writes all of the sealed form but numbers.
func (g *grouped) planes(ctx context.Context, tx provider.Session, lo, hi int) error {
	if err := g.copy(ctx, tx, "plane (term, segment, place, bits)", lo, hi, new(planes).term); err != nil || !g.mixed {
		return err
	}
	return g.copy(ctx, tx, "mixed"+arrayColumns, lo, hi, (&arrays{mixedOnly: true}).term)
}

// numbers writes what is not dense.
func (g *grouped) numbers(ctx context.Context, tx provider.Session, lo, hi int) error {
	return g.copy(ctx, tx, "sparse (term, weight, revisions)", lo, hi, new(numbers).term)
}

// segment cuts off the uses in the first segment and counts its revisions.
func segment(uses []use) (first, rest []use, revisions int) {
	end, last := use(uses[0].revision()/provider.Segment+1)*provider.Segment<<9, -1
	n := 0
	for ; n < len(uses) && uses[n] < end; n++ {
		if r := uses[n].revision(); r != last {
			last = r
			revisions++
		}
	}
	return uses[:n], uses[n:], revisions
}

// planes renders where a term is dense: the weight in binary, a plane of bits a
// digit. The first bit is the highest of the first byte.
type planes [2][planeBytes]byte

func (p *planes) term(out []byte, key string, uses []use) []byte {
	for len(uses) > 0 {
		var first []use
		var n int
		if first, uses, n = segment(uses); n < dense {
			continue
		}
		used := p.set(first)
		for place, bits := range p {
			if used>>place&1 == 0 {
				continue
			}
			out = appendRow(out, 4, key)
			out = appendInt4(out, first[0].revision()/provider.Segment)
			out = appendInt2(out, place)
			out = binary.BigEndian.AppendUint32(out, 4+planeBytes)
			out = binary.BigEndian.AppendUint32(out, provider.Segment)
			out = append(out, bits[:]...)
		}
	}
	return out
}

// set fills the planes and tells which have a bit.
func (p *planes) set(uses []use) (used int) {
	*p = planes{}
	each(uses, func(u use) {
		place := u.revision() % provider.Segment
		for digit := range p {
			p[digit][place/8] |= byte(u.weight() >> digit & 1 << (7 - place%8))
		}
		used |= u.weight()
	})
	return used
}

// each calls do with the heaviest use of each revision.
func each(uses []use, do func(use)) {
	for i := 0; i < len(uses); {
		heaviest := uses[i]
		for i++; i < len(uses) && uses[i].revision() == heaviest.revision(); i++ {
			if uses[i].weight() > heaviest.weight() {
				heaviest = uses[i]
			}
		}
		do(heaviest)
	}
}

// numbers renders where a term is not dense, several segments to a row.
type numbers [4][]use

func (n *numbers) term(out []byte, key string, uses []use) []byte {
	for w := range n {
		n[w] = n[w][:0]
	}
	for len(uses) > 0 {
		var first []use
		var revisions int
		if first, uses, revisions = segment(uses); revisions < dense {
			each(first, func(u use) { n[u.weight()] = append(n[u.weight()], u) })
		}
	}
	for w, rest := range n {
		for len(rest) > 0 {
			block := rest[:min(len(rest), blockSize)]
			rest = rest[len(block):]
			out = appendRow(out, 3, key)
			out = appendInt2(out, w)
			out = appendRevisions(out, block)
		}
	}
	return out
}
