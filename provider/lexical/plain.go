package lexical

import (
	"context"
	"math/bits"
	"slices"

	"github.com/sqlq-dev/sqlq/provider"
)

// blockSize keeps a row of revisions under two kilobytes, so that the server
// stores it inline and uncompressed.
const blockSize = 480

const arrayColumns = " (term, weight, role_class, revisions)"

// plain writes sqlq.posting: a row for each term, weight and role class, with
// the revisions as an array.
func (g *grouped) plain(ctx context.Context, tx provider.Session, lo, hi int) error {
	return g.copy(ctx, tx, "posting"+arrayColumns, lo, hi, new(arrays).term)
}

// arrays renders uses by weight and role class.
type arrays struct {
	byField   []use
	mixedOnly bool
}

// term orders the uses by field; the revisions stay in order.
func (a *arrays) term(out []byte, key string, uses []use) []byte {
	a.byField = a.byField[:0]
	for _, u := range uses {
		if u.mixed() || !a.mixedOnly {
			a.byField = append(a.byField, u.turned())
		}
	}
	if !slices.IsSorted(a.byField) {
		slices.Sort(a.byField)
	}
	for i := range a.byField {
		a.byField[i] = a.byField[i].turnedBack()
	}
	for rest := a.byField; len(rest) > 0; {
		n := 1
		for n < len(rest) && n < blockSize && rest[n].field() == rest[0].field() {
			n++
		}
		out = appendRow(out, 4, key)
		out = appendInt2(out, rest[0].weight())
		out = appendInt2(out, int(rest[0].field()&63))
		out = appendRevisions(out, rest[:n])
		rest = rest[n:]
	}
	return out
}

// turned has the field in front of the revision; turnedBack has it behind again.
func (u use) turned() use     { return use(bits.RotateLeft64(uint64(u), -8)) }
func (u use) turnedBack() use { return use(bits.RotateLeft64(uint64(u), 8)) }
