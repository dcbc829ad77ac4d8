package lexical

import (
	"context"
	"math"

	"github.com/sqlq-dev/sqlq/provider"
)

// Flush writes full segments sealed, as far as all of their hits are at hand,
// and keeps those of the last segment until it is full too. The last call leaves
// nothing: an incomplete segment is written plainly, and what earlier loads wrote
// so is sealed if its segment is complete now.
func (p *Postings) Flush(ctx context.Context, tx provider.Session, s provider.Stage) error {
	p.Prepare()
	lo := p.begins(s)
	hi := lo
	if s.Seal {
		hi = max(lo, s.To/provider.Segment*provider.Segment)
	}
	g := p.ready
	if err := g.plain(ctx, tx, 0, lo); err != nil {
		return err
	}
	if err := g.sealed(ctx, tx, lo, hi); err != nil {
		return err
	}
	p.carry(hi)
	if s.Last || !s.Seal || p.Full() {
		if err := p.spill(ctx, tx, s.To); err != nil {
			return err
		}
	}
	if s.Last && s.Seal {
		return sealPlain(ctx, tx, s)
	}
	return nil
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
	place := map[int]uint64{}
	for _, u := range places {
		if u.revision() >= from {
			place[u.revision()] = uint64(len(p.places))
			p.places = append(p.places, u)
		}
	}
	for i, key := range g.keys {
		uses := g.term(i, from, math.MaxInt32)
		if len(uses) == 0 {
			continue
		}
		n := uint64(p.number([]byte(key)))
		for _, u := range uses {
			p.hits = append(p.hits, n<<36|u.field()<<28|place[u.revision()])
		}
	}
	p.unused = g.uses
}

// spill writes all that is in memory plainly.
func (p *Postings) spill(ctx context.Context, tx provider.Session, to int) error {
	p.Prepare()
	if err := p.ready.plain(ctx, tx, 0, math.MaxInt32); err != nil {
		return err
	}
	p.whole = to
	p.carry(math.MaxInt32)
	return nil
}
