package store

import (
	"math/bits"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sqlq-dev/sqlq/provider"
)

// unit is the greatest number of microseconds that all times since oldest are
// multiples of, so that times take few digits.
func (h *history) unit() int64 {
	unit := int64(0)
	for i := range provider.Segment {
		for _, what := range []string{"created", "ended"} {
			if t, ok := h.time(what, i); ok && t != never {
				unit = gcd(unit, t-h.oldest)
			}
		}
	}
	return max(unit, 1)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// past is the revisions that were ever live and always in one state.
func (h *history) past() [][]any {
	sets := map[[2]int16]*bitset{}
	for i, n := range h.live {
		if n != 1 {
			continue
		}
		s := sets[h.states[i]]
		if s == nil {
			s = &bitset{}
			sets[h.states[i]] = s
		}
		s.set(i)
	}
	var out [][]any
	for states, s := range sets {
		out = append(out, []any{h.segment, states[0], states[1], s.value()})
	}
	return out
}

// time is when the revision at a place was created or ended, if it did.
func (h *history) time(what string, place int) (int64, bool) {
	if what == "created" {
		return h.created[place], h.used[place]
	}
	return h.ended[place], h.live[place] > 0
}

// digits is a time of every revision in binary, one set a digit. The highest
// number stands for never, so a moment that is compared with is always less.
func (h *history) digits(what string, unit int64) [][]any {
	top := int64(0)
	for i := range provider.Segment {
		if t, ok := h.time(what, i); ok && t != never {
			top = max(top, (t-h.oldest)/unit)
		}
	}
	sets := make([]bitset, bits.Len64(uint64(top)+1))
	for i := range provider.Segment {
		t, ok := h.time(what, i)
		if !ok {
			continue
		}
		number := uint64(1)<<len(sets) - 1
		if t != never {
			number = uint64((t - h.oldest) / unit)
		}
		for j := range sets {
			if number>>j&1 == 1 {
				sets[j].set(i)
			}
		}
	}
	out := make([][]any, len(sets))
	for j := range sets {
		out[j] = []any{h.segment, what, int16(j), sets[j].value()}
	}
	return out
}

// bitset is a string of bits, the first one highest in its byte.
type bitset [provider.Segment / 8]byte

func (b *bitset) set(place int) { b[place>>3] |= 0x80 >> (place & 7) }

func (b *bitset) value() pgtype.Bits {
	return pgtype.Bits{Bytes: b[:], Len: provider.Segment, Valid: true}
}
