package lexical

import (
	"context"
	"math"

	"github.com/sqlq-dev/sqlq/provider"
)

// all is above every revision.
const all = math.MaxInt32

// Flush writes full segments sealed, as far as all of their hits are at hand,
// and keeps those of the last segment until it is full too. The last call leaves
// nothing: an incomplete segment is written plainly, and what earlier loads wrote
// so is sealed if its segment is complete now.
func (p *Postings) Flush(ctx context.Context, tx provider.Session, s provider.Stage) error {
	p.Prepare()
	lo, hi, keep := all, all, all
	if s.Seal {
		lo = p.begins(s)
		hi = max(lo, s.End())
	}
	if err := p.ready.plain(ctx, tx, 0, lo); err != nil {
		return err
	}
	if err := p.seal(ctx, tx, lo, hi, s.Last); err != nil {
		return err
	}
	if !s.Last {
		keep = hi
	} else if err := p.ready.plain(ctx, tx, hi, all); err != nil {
		return err
	}
	p.carry(keep)
	if !s.Last {
		return p.spill(ctx, tx, s)
	}
	if err := sealPlain(ctx, tx, s); err != nil {
		return err
	}
	return gather(ctx, tx, s)
}

// seal writes whole segments. What is few in a segment is gathered over several,
// for a row costs more than its numbers.
func (p *Postings) seal(ctx context.Context, tx provider.Session, lo, hi int, last bool) error {
	if lo < hi {
		if err := p.ready.planes(ctx, tx, lo, hi); err != nil {
			return err
		}
		p.few = p.few.with(p.ready, lo, hi)
	}
	if !last && len(p.few.uses) < p.fullFew {
		return nil
	}
	few := p.few
	p.few = newGrouped()
	return few.numbers(ctx, tx, 0, all)
}

// begins is the start of the first segment that is in memory as a whole.
func (p *Postings) begins(s provider.Stage) int {
	from := max(s.From, s.Sealed, p.whole)
	if from == 1 { // there is no revision 0
		from = 0
	}
	return (from + provider.Segment - 1) / provider.Segment * provider.Segment
}

// carry drops what lies before a revision and keeps the rest for the next flush.
func (p *Postings) carry(from int) {
	g, places := p.ready, p.places
	p.dictionary, p.ready = newDictionary(), nil
	p.hits, p.places = p.hits[:0], nil
	var place []uint64 // by revision
	for _, u := range places {
		if u.revision() < from {
			continue
		}
		if len(p.places) == 0 {
			from = u.revision()
		}
		place = append(place, make([]uint64, u.revision()-from-len(place)+1)...)
		place[u.revision()-from] = uint64(len(p.places))
		p.places = append(p.places, u)
	}
	for i, key := range g.keys {
		uses := g.term(i, from, all)
		if len(uses) == 0 {
			continue
		}
		n := uint64(p.number(key))
		for _, u := range uses {
			p.hits = append(p.hits, n<<36|u.field()<<28|place[u.revision()-from])
		}
	}
	p.unused = g.uses
}

// spill makes room where one segment alone is too much for the memory: it is
// written plainly, and sealed from that in the end.
func (p *Postings) spill(ctx context.Context, tx provider.Session, s provider.Stage) error {
	if !p.Full() {
		return nil
	}
	p.Prepare()
	if err := p.ready.plain(ctx, tx, 0, all); err != nil {
		return err
	}
	p.whole = s.To
	p.carry(all)
	return nil
}
