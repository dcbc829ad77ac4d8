package oracle

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
	"github.com/sqlq-dev/sqlq/translate/query"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// fromEnv reads the size of a run, such as SQLQ_ORACLE_STORES=5000.
func fromEnv(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestAnswersAreTheOracles loads random stores in one go and in pieces, and
// compares all answers. A failure names the seed; SQLQ_ORACLE_SEED=n with
// SQLQ_ORACLE_STORES=1 runs that store alone.
func TestAnswersAreTheOracles(t *testing.T) {
	seed := fromEnv(t, "SQLQ_ORACLE_SEED", 1)
	stores := fromEnv(t, "SQLQ_ORACLE_STORES", 40)
	queries := fromEnv(t, "SQLQ_ORACLE_QUERIES", 25)
	var answers, items, empty atomic.Int64
	t.Run("seed", func(t *testing.T) {
		for n := range stores {
			t.Run(strconv.Itoa(seed+n), func(t *testing.T) {
				t.Parallel()
				p := newPair(t, uint64(seed+n))
				p.compareTables(t)
				for range queries {
					got, asked := p.ask(t)
					if asked {
						answers.Add(1)
						items.Add(int64(got))
					}
					if asked && got == 0 {
						empty.Add(1)
					}
				}
			})
		}
	})
	fmt.Printf("oracle: %d answers over %d stores from seed %d, %d items, %d answers without any\n",
		answers.Load(), stores, seed, items.Load(), empty.Load())
}

// pair is one store in memory and in two databases.
type pair struct {
	random *Random
	store  *Store

	whole, pieces *sqlq.DB
	kept          bool // the index of pieces is looked after, between its loads, in any way
}

func newPair(t *testing.T, seed uint64) *pair {
	r := NewRandom(seed)
	records := r.Store()
	if r.IntN(20) == 0 {
		records = r.Pad(records)
	}
	keep(t, seed, records)
	inMemory, err := Load(strings.NewReader(records.NDJSON()))
	if err != nil {
		t.Fatal(err)
	}
	p := &pair{random: r, store: inMemory, whole: database(t), pieces: database(t), kept: r.IntN(3) > 0}
	load(t, p.whole, records)
	for _, piece := range r.Loads(records) {
		load(t, p.pieces, piece)
		if p.kept {
			p.upkeep(t)
		}
	}
	return p
}

// upkeep seals, folds or makes the index again, or does nothing.
func (p *pair) upkeep(t *testing.T) {
	var err error
	switch p.random.IntN(8) {
	case 0:
	case 1:
		_, err = p.pieces.FoldIndex(t.Context())
	case 2:
		_, err = p.pieces.RebuildIndex(t.Context(), store.UpkeepOptions{})
	default:
		_, err = p.pieces.SealIndex(t.Context(), store.UpkeepOptions{All: true})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// keep writes the records of a failed test where SQLQ_ORACLE_KEEP says.
func keep(t *testing.T, seed uint64, records Records) {
	t.Cleanup(func() {
		if dir := os.Getenv("SQLQ_ORACLE_KEEP"); t.Failed() && dir != "" {
			os.WriteFile(fmt.Sprintf("%s/store-%d.ndjson", dir, seed), []byte(records.NDJSON()), 0o644) //nolint:errcheck // a courtesy
		}
	})
}

// ask compares three answers to one query and counts the items.
func (p *pair) ask(t *testing.T) (items int, asked bool) {
	text, now := p.random.Query(p.store)
	q, err := query.Parse(text)
	if err != nil {
		if !strings.Contains(text, "REPRESENTATION") {
			t.Errorf("%s\n%v", text, err)
		}
		return 0, false // two different names of a representation
	}
	answer := p.store.Answer(q.(query.Context), now).Bundle
	want := generic(t, answer)
	for name, db := range map[string]*sqlq.DB{"one load": p.whole, "several loads": p.pieces} {
		got, err := asJSON(t, db, text, now)
		if err != nil {
			t.Errorf("%s, now %s, %s: %v", text, now.Format(time.RFC3339Nano), name, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\nnow %s, %s (-oracle +database)\n%s", text, now.Format(time.RFC3339Nano), name, diff)
		}
	}
	return len(answer.Items), true
}
