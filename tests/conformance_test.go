package tests

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// wrongCases are cases whose expected answer contradicts the decision that
// docs/decisions.md names for it, as store/case.
var wrongCases = map[string]bool{}

// TestConformance answers every case of the folder, with the index plain and
// sealed, on every server version and
// in databases of every locale. One run has each version and each locale at
// least once; SQLQ_FULL=1 has every combination.
func TestConformance(t *testing.T) {
	stores := exampleStores(t)
	places := coverPlaces(t, os.Getenv("SQLQ_FULL") != "")
	var total tally
	t.Run("on", func(t *testing.T) {
		for _, p := range places {
			t.Run(p.String(), func(t *testing.T) {
				t.Parallel()
				var here tally
				for _, s := range stores {
					t.Run(s.name, func(t *testing.T) {
						dsn := p.server.DB(t, pgtest.WithLocale(p.locale))
						started := time.Now()
						if err := fillFile(t.Context(), dsn, s.path); err != nil {
							t.Fatal(err)
						}
						loaded := time.Now()
						checkCases(t, open(t, dsn), s, &here)
						sealAll(t, dsn)
						checkCases(t, open(t, dsn), s, &here)
						t.Logf("loaded in %.1f s, answered in %.1f s", loaded.Sub(started).Seconds(), time.Since(loaded).Seconds())
					})
				}
				t.Logf("%s: %v cases passed", p, &here)
				total.add(&here)
			})
		}
	})
	t.Logf("in all: %v cases passed", &total)
	if total.cases.Load() == 0 {
		t.Error("no case was checked")
	}
}

// tally counts cases.
type tally struct{ passed, cases atomic.Int64 }

func (n *tally) add(other *tally) {
	n.passed.Add(other.passed.Load())
	n.cases.Add(other.cases.Load())
}

func (n *tally) String() string {
	return fmt.Sprintf("%d of %d", n.passed.Load(), n.cases.Load())
}

// checkCases answers the cases of a store and counts into all.
func checkCases(t *testing.T, db *sqlq.DB, s exampleStore, all *tally) {
	t.Helper()
	var here tally
	for _, c := range s.cases {
		if wrongCases[s.name+"/"+c.ID] {
			t.Logf("case %s LEFT OUT: see docs/decisions.md", c.ID)
			continue
		}
		here.cases.Add(1)
		if checkCase(t, db, s, c) {
			here.passed.Add(1)
		}
	}
	all.add(&here)
	t.Logf("%s: %v cases passed", s.name, &here)
}

// checkCase compares the whole bundle by value, and its bytes with those of any
// other run of the case in this process.
func checkCase(t *testing.T, db *sqlq.DB, s exampleStore, c exampleCase) bool {
	t.Helper()
	bundle, err := db.Context(t.Context(), c.Query, sqlq.Run{Now: &c.Now})
	if err != nil {
		t.Errorf("case %s: %s\n%v", c.ID, c.Query, err)
		return false
	}
	text, err := bundle.JSON()
	if err != nil {
		t.Errorf("case %s: %v", c.ID, err)
		return false
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Errorf("case %s: %v", c.ID, err)
		return false
	}
	if diff := cmp.Diff(c.Bundle, got); diff != "" {
		t.Errorf("case %s: %s\n(-want +got)\n%.4000s", c.ID, c.Query, diff)
		return false
	}
	if first, _ := firstBytes.LoadOrStore(s.name+"/"+c.ID, string(text)); first != string(text) {
		t.Errorf("case %s: the bytes differ between runs\n%s\n%s", c.ID, first, text)
		return false
	}
	return true
}

// firstBytes holds, by store/case, what the first run of a case printed.
var firstBytes sync.Map
