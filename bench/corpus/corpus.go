package corpus

import (
	"io"
	"math/rand/v2"
	"time"
)

// Projects that scopes are measured with.
const (
	Tenth     = "tenth"     // 10 % of the objects
	Hundredth = "hundredth" // 1 %
)

// projects with their shares in thousandths, 1,000 together.
var projects = []struct {
	name  string
	share int
}{
	{"atlas", 360}, {"borealis", 200}, {"cinder", 120}, {Tenth, 100}, {"delta", 80},
	{"ember", 60}, {"fathom", 40}, {"grove", 25}, {Hundredth, 10}, {"harbour", 5},
}

// The objects are created from Begin on, over two years; Middle has about half
// of the revisions before it, End has all.
var (
	Begin  = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	Middle = Begin.AddDate(1, 0, 0)
	End    = Begin.AddDate(3, 0, 0)
)

const (
	span = 2 * 365 * 24 * time.Hour // of first revisions
	gap  = 60 * 24 * time.Hour      // at most, between two revisions
)

// Corpus is a store of one size. It is read through Records.
type Corpus struct {
	objects  int
	entities int
	seed     uint64
	words    *vocabulary
}

// New describes the store of that many objects for a seed.
func New(objects int, seed uint64) *Corpus {
	return &Corpus{objects: objects, entities: max(10, objects/20), seed: seed, words: sharedVocabulary()}
}

// Objects is how many objects the store has.
func (c *Corpus) Objects() int { return c.objects }

// Records streams the records from the first one, entities before objects and
// each object with its revisions, derivations and edges. Readers are independent.
func (c *Corpus) Records() io.Reader { return &reader{corpus: c} }

// reader makes records as they are asked for: one entity or one object with all
// that hangs on it at a time.
type reader struct {
	corpus *Corpus
	next   int // entities first, then objects
	buf    []byte
	at     int
}

func (r *reader) Read(p []byte) (int, error) {
	if r.at == len(r.buf) {
		r.buf, r.at = r.buf[:0], 0
		for len(r.buf) < 1<<16 && r.next < r.corpus.entities+r.corpus.objects {
			r.record()
			r.next++
		}
		if len(r.buf) == 0 {
			return 0, io.EOF
		}
	}
	n := copy(p, r.buf[r.at:])
	r.at += n
	return n, nil
}

func (r *reader) record() {
	c := r.corpus
	w := writer{Rand: rand.New(rand.NewPCG(c.seed, uint64(r.next))), corpus: c, buf: r.buf}
	if r.next < c.entities {
		w.entity(r.next)
	} else {
		w.object(r.next - c.entities)
	}
	r.buf = w.buf
}

// project of object i: spread over all of them, in exact shares.
func project(i int) string {
	slot := i % 1000 * 373 % 1000
	for _, p := range projects {
		if slot -= p.share; slot < 0 {
			return p.name
		}
	}
	return projects[0].name
}

// revisions of object i and whether the last one deletes it. Other objects ask
// too, so it depends on nothing but seed and i.
func (c *Corpus) revisions(i int) (n int, deleted bool) {
	r := rand.New(rand.NewPCG(c.seed^0x5eed, uint64(i)))
	switch p := r.IntN(100); {
	case p < 70:
		return 1, false
	case p < 92:
		n = 2
	case p < 98:
		n = 3
	default:
		n = 4
	}
	return n, r.IntN(15) == 0
}

// created is when object i got its first revision.
func (c *Corpus) created(i int) time.Time {
	r := rand.New(rand.NewPCG(c.seed^0xc10c, uint64(i)))
	return Begin.Add(time.Duration(r.Int64N(int64(span)))).Truncate(time.Second)
}
