package corpus

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/store"
)

const size = 2000

// counts of what a corpus holds.
type counts struct {
	objects, revisions, tombstones, derivations, edges, hub, tenth, hundredth int
	trust                                                                     map[schema.Trust]int
	origin                                                                    map[schema.Origin]int
	words                                                                     map[string]int // revisions that have a word
}

func count(t *testing.T) counts {
	t.Helper()
	c := counts{trust: map[schema.Trust]int{}, origin: map[schema.Origin]int{}, words: map[string]int{}}
	lines := bufio.NewScanner(New(size, 1).Records())
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		record, err := store.Decode(lines.Bytes())
		if err != nil {
			t.Fatalf("%v: %s", err, lines.Bytes())
		}
		switch r := record.(type) {
		case store.Object:
			c.objects++
			if *r.Project == Tenth {
				c.tenth++
			} else if *r.Project == Hundredth {
				c.hundredth++
			}
		case store.Revision:
			c.revision(r)
		case store.Derivation:
			c.derivations++
		case store.Edge:
			c.edges++
			if r.To == "entity://"+entityID(0) && r.Relationship == "part_of" {
				c.hub++
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *counts) revision(r store.Revision) {
	c.revisions++
	if r.Tombstone {
		c.tombstones++
		return
	}
	c.trust[r.Trust]++
	c.origin[r.Origin]++
	seen := map[string]bool{}
	for _, f := range r.Representations {
		if f.Content != nil {
			lexical.Tokens(*f.Content, func(token []byte) { seen[string(token)] = true })
		}
	}
	for w := range seen {
		c.words[w]++
	}
}

func TestRecordsAreAStore(t *testing.T) {
	c := count(t)
	for _, check := range []struct {
		what           string
		got, low, high int
	}{
		{"objects", c.objects, size, size},
		{"revisions", c.revisions, size * 135 / 100, size * 145 / 100},
		{"tombstones", c.tombstones, size / 100, size * 3 / 100},
		{"objects of Tenth", c.tenth, size / 10, size / 10},
		{"objects of Hundredth", c.hundredth, size / 100, size / 100},
		{"links to the hub", c.hub, size / 20, size / 20},
		{"edges", c.edges, 2 * size, 4 * size},
		{"derivations", c.derivations, size / 10, size / 2},
		{"trust levels", len(c.trust), 5, 5},
		{"origins", len(c.origin), 6, 6},
	} {
		if check.got < check.low || check.got > check.high {
			t.Errorf("%s: %d, expected %d to %d", check.what, check.got, check.low, check.high)
		}
	}
}

func TestBandsHoldWhatTheySay(t *testing.T) {
	c := count(t)
	live := c.revisions - c.tombstones
	v := sharedVocabulary()
	share := func(i int) float64 { return float64(c.words[v.words[i]]) / float64(live) }
	for _, i := range v.bands[Common] {
		if s := share(i); s < 0.15 || s > 0.45 {
			t.Errorf("common word %s is in %.3f of the revisions", v.words[i], s)
		}
	}
	for _, band := range []Band{Common, Medium, Rare} {
		if len(v.bands[band]) < 25 {
			t.Errorf("band %d has %d words, tasks of 20 terms need more", band, len(v.bands[band]))
		}
	}
	sum := 0.0
	for _, i := range v.bands[Medium] {
		sum += share(i)
	}
	if mean := sum / float64(len(v.bands[Medium])); mean < 0.01 || mean > 0.05 {
		t.Errorf("medium words are in %.3f of the revisions", mean)
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	sum := func(r io.Reader) (out [32]byte) {
		h := sha256.New()
		if _, err := io.Copy(h, r); err != nil {
			t.Fatal(err)
		}
		return [32]byte(h.Sum(nil))
	}
	want := sum(New(300, 7).Records())
	if sum(iotest.OneByteReader(New(300, 7).Records())) != want {
		t.Error("the bytes depend on how they are read")
	}
	if sum(New(300, 8).Records()) == want {
		t.Error("another seed gives the same store")
	}
}

func TestTask(t *testing.T) {
	c := New(100, 1)
	r := rand.New(rand.NewPCG(1, 2))
	for _, mix := range []Mix{Mixed, RareOnly, CommonOnly} {
		for _, n := range []int{1, 3, 8, 20} {
			task := c.Task(r, n, mix)
			if terms := lexical.Terms(task); len(terms) != n || strings.Join(terms, " ") != task {
				t.Errorf("%s task of %d: %q has terms %q", mix, n, task, terms)
			}
		}
	}
}

func TestWordsAreDifferent(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range sharedVocabulary().words {
		if seen[w] || !bytes.ContainsAny([]byte(w), vowels) {
			t.Fatalf("word %q is there twice, or is no word", w)
		}
		seen[w] = true
	}
}
