package lexical

import (
	"cmp"
	"context"
	"slices"

	"github.com/sqlq-dev/sqlq/provider"
)

const (
	// blockSize keeps a posting row under two kilobytes, so that the server
	// stores it inline and uncompressed.
	blockSize = 480

	fullPostings = 12 << 20 // 96 MB
	fullTerms    = 1 << 20
)

// Postings writes the plain index sqlq.posting. It gathers the terms of many
// revisions and writes one row for each term, weight and role class, with the
// revisions as an array.
type Postings struct {
	dictionary
	revisions []int    // revisions added since the last flush
	hits      []uint64 // number of the term << 36, weight << 34, role class << 28, place of the revision
	at        uint64   // place of the current revision in revisions
	order     []uint32 // numbers of the terms in order, once they are prepared
	field     provider.Text
	weight    int
	keys      [256]key
	buf       []byte
}

var _ provider.Index = (*Postings)(nil)

// NewPostings makes an empty writer.
func NewPostings() *Postings {
	p := &Postings{}
	p.reset()
	return p
}

func (p *Postings) reset() {
	p.dictionary, p.order = newDictionary(), nil
	p.revisions, p.hits = p.revisions[:0], p.hits[:0]
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
func (p *Postings) Add(revision int, texts []provider.Text) {
	// Heaviest first, so that what a term has already is never lighter.
	slices.SortStableFunc(texts, func(a, b provider.Text) int {
		return cmp.Or(weight(b)-weight(a), a.RoleClass-b.RoleClass)
	})
	p.at = uint64(len(p.revisions))
	p.revisions = append(p.revisions, revision)
	for _, t := range texts {
		p.field, p.weight = t, weight(t)
		p.tokens(t.Content)
	}
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
	return len(p.hits) >= fullPostings || len(p.entries) >= fullTerms || len(p.revisions) >= 1<<20
}

// Prepare orders the hits.
func (p *Postings) Prepare() {
	if p.order != nil || len(p.hits) == 0 {
		return
	}
	for i := range p.entries {
		p.entries[i].term = Key(p.entries[i].term)
	}
	p.order = make([]uint32, len(p.entries))
	for i := range p.order {
		p.order[i] = uint32(i)
	}
	slices.SortFunc(p.order, func(a, b uint32) int { return cmp.Compare(p.entries[a].term, p.entries[b].term) })
	p.group()
}

// Flush writes the rows, ordered by term so that the index grows in order.
func (p *Postings) Flush(ctx context.Context, db provider.Copier) error {
	if len(p.hits) == 0 {
		return nil
	}
	p.Prepare()
	err := db.Copy(ctx, "copy sqlq.posting (term, weight, role_class, revisions) from stdin with (format binary)", &rows{p: p})
	p.reset()
	return err
}

// group orders the hits by term, weight, role class and revision. They come in
// order of revision, so counting twice does it: first by weight and class, then
// by term.
func (p *Postings) group() {
	var next [1 << 8]int
	terms := make([]cursor, len(p.order))
	for _, h := range p.hits {
		next[h>>28&0xff]++
		terms[h>>36].next++
	}
	at := 0
	for i, n := range next {
		next[i] = at
		at += n
	}
	byClass := make([]uint64, len(p.hits))
	for _, h := range p.hits {
		i := &next[h>>28&0xff]
		byClass[*i] = h
		*i++
	}
	var start uint32
	for rank, i := range p.order {
		n := terms[i].next
		terms[i] = cursor{next: start, rank: uint32(rank)}
		start += n
	}
	for _, h := range byClass {
		t := &terms[h>>36]
		p.hits[t.next] = uint64(t.rank)<<36 | h&(1<<36-1)
		t.next++
	}
}

// cursor is the place of a term among all, and of its next hit among the hits.
type cursor struct{ next, rank uint32 }
