package lexical

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/sqlq-dev/sqlq/provider"
)

const (
	fullPostings = 12 << 20 // 96 MB
	fullTerms    = 1 << 20
	fullFew      = 8 << 20 // 64 MB
)

// Postings writes the index of lexical-v1. It gathers the terms of many
// revisions; a segment that it holds as a whole is written sealed, as planes of
// bits (sqlq.plane, sqlq.sparse), and the rest plainly, as arrays of revisions
// (sqlq.posting).
type Postings struct {
	dictionary
	places []use    // a use without weight and role class for each revision that was added
	hits   []uint64 // number of the term << 36, weight << 34, role class << 28, place of the revision
	at     uint64   // place of the current revision
	field  provider.Text
	weight int

	ready  *grouped // the hits by term, once they are prepared
	whole  int      // hits of revisions from here on are all in memory
	few    *grouped // sealed uses of terms that are not dense, not written yet
	unused []use    // memory for the next grouping

	full, fullFew int // hits and few uses that are enough to write

	keys [256]key // words of the current text that are not looked up yet
	buf  []byte
}

var _ provider.Index = (*Postings)(nil)

// NewPostings makes an empty writer.
func NewPostings() *Postings {
	return &Postings{dictionary: newDictionary(), few: newGrouped(), full: fullPostings, fullFew: fullFew}
}

// weight of a field (QR4).
func weight(t provider.Text) int {
	switch t.Representation {
	case "":
		return 3
	case "summary":
		return 2
	}
	return 1
}

// Add tokenises the texts of one revision.
func (p *Postings) Add(revision int, classes uint64, texts []provider.Text) {
	// Heaviest first, so that what a term has already is never lighter.
	slices.SortStableFunc(texts, func(a, b provider.Text) int {
		return cmp.Or(weight(b)-weight(a), a.RoleClass-b.RoleClass)
	})
	p.begin(newUse(revision, bits.OnesCount64(classes) > 1))
	for _, t := range texts {
		p.field, p.weight = t, weight(t)
		p.tokens(t.Content)
	}
}

// begin makes a revision the current one.
func (p *Postings) begin(u use) {
	p.at = uint64(len(p.places))
	p.places = append(p.places, u)
}

// tokens takes the tokens of a text. They are gathered first and looked up then,
// one right after the other, so that the processor waits for many slots at once.
func (p *Postings) tokens(text string) {
	w := words{text: text, buf: p.buf}
	n := 0
	for w.next() {
		k, word := p.keyOf(&w)
		if word != nil {
			p.hit(p.find(k, word))
			continue
		}
		p.keys[n] = k
		if n++; n == len(p.keys) {
			p.hitAll(p.keys[:n])
			n = 0
		}
	}
	p.hitAll(p.keys[:n])
	p.buf = w.buf
}

func (p *Postings) hitAll(keys []key) {
	for _, k := range keys {
		p.hit(p.find(k, nil))
	}
}

// hit notes that the current field has a word.
func (p *Postings) hit(s *slot) {
	if s.number == noTerm {
		return
	}
	if s.place != uint32(p.at) {
		s.place, s.classes = uint32(p.at), 0
	}
	// Class 0 has no role, so no query excludes it: a hit there covers any
	// other of the same or a smaller weight.
	if s.classes&(1|1<<p.field.RoleClass) != 0 {
		return
	}
	s.classes |= 1 << p.field.RoleClass
	if len(p.hits) == cap(p.hits) {
		p.hits = slices.Grow(p.hits, max(1<<16, len(p.hits))) // append would grow by less and copy more
	}
	p.hits = append(p.hits, uint64(s.number-1)<<36|uint64(p.weight)<<34|uint64(p.field.RoleClass)<<28|p.at)
}

// Full tells that the writer holds enough.
func (p *Postings) Full() bool {
	return len(p.hits) >= p.full || len(p.entries) >= fullTerms || len(p.places) >= 1<<20
}

// Prepare puts the hits of each term together, in order of revision.
func (p *Postings) Prepare() {
	if p.ready != nil {
		return
	}
	order := make([]uint32, len(p.entries))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(p.entries[a].term, p.entries[b].term) })
	g := &grouped{keys: make([]string, len(order)), starts: make([]int, len(order)+1)}
	for r, i := range order {
		g.keys[r] = p.entries[i].term
	}
	p.group(g, order)
	p.ready = g
}

// group counts, so that it need not compare: hits come in order of revision and
// stay so within a term. Order lists the numbers of the terms.
func (p *Postings) group(g *grouped, order []uint32) {
	g.mixed = slices.ContainsFunc(p.places, use.mixed)
	next := make([]uint32, len(order)) // of each term its hits, then the place of the next one
	for _, h := range p.hits {
		next[h>>36]++
	}
	var start uint32
	for r, i := range order {
		start, next[i] = start+next[i], start
		g.starts[r+1] = int(start)
	}
	g.uses = slices.Grow(p.unused[:0], len(p.hits))[:len(p.hits)]
	for _, h := range p.hits {
		n := &next[h>>36]
		g.uses[*n] = p.places[h&(1<<28-1)] | use(h>>28&0xff)
		*n++
	}
}

// Clear empties the tables of the index.
func (*Postings) Clear(ctx context.Context, tx provider.Session) error {
	for _, table := range []string{"posting", "plane", "sparse", "mixed"} {
		if err := tx.Exec(ctx, "delete from sqlq."+table); err != nil {
			return err
		}
	}
	return nil
}
