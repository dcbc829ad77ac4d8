package tests

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/sample"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// batchRounds is how often a batch asks each case: what recurs on a connection,
// over a statement that is prepared by then, must be the same to the byte.
const batchRounds = 2

// TestBatchCases answers the cases of each store in batches, one for each time
// that cases have, and compares the bytes with those of single queries.
func TestBatchCases(t *testing.T) {
	for _, s := range exampleStores(t) {
		t.Run(s.name, func(t *testing.T) {
			dsn := pgtest.DB(t)
			if err := fillFile(t.Context(), dsn, s.path); err != nil {
				t.Fatal(err)
			}
			byTime := map[string][]exampleCase{}
			for _, c := range s.cases {
				byTime[c.Now.String()] = append(byTime[c.Now.String()], c)
			}
			db := open(t, dsn)
			for _, cases := range byTime {
				checkBatch(t, db, cases)
			}
		})
	}
}

// TestBatchSample does so with the sample and its queries.
func TestBatchSample(t *testing.T) {
	dsn := pgtest.DB(t)
	if err := fill(t.Context(), dsn, sample.Records()); err != nil {
		t.Fatal(err)
	}
	var cases []exampleCase
	for _, q := range sample.Queries {
		cases = append(cases, exampleCase{ID: q.Text, Query: q.Text, Now: sample.Now})
	}
	checkBatch(t, open(t, dsn), cases)
}

// checkBatch compares a batch of cases of one time with single queries.
func checkBatch(t *testing.T, db *sqlq.DB, cases []exampleCase) {
	t.Helper()
	now := cases[0].Now
	want := make([]string, len(cases))
	for i, c := range cases {
		bundle, err := db.Context(t.Context(), c.Query, sqlq.Run{Now: &now})
		if err != nil {
			t.Fatal(err)
		}
		text, err := bundle.JSON()
		if err != nil {
			t.Fatal(err)
		}
		want[i] = string(text)
	}
	tasks := func(yield func(sqlq.Task, error) bool) {
		for range batchRounds {
			for _, c := range cases {
				if !yield(sqlq.ParseTask(c.ID, c.Query)) {
					return
				}
			}
		}
	}
	n := 0
	report, err := db.Batch(t.Context(), tasks, sqlq.BatchOptions{Now: &now}, func(r sqlq.Result) error {
		text, err := r.Bundle.JSON()
		if err != nil || r.Err != nil {
			t.Errorf("case %s: %v, %v", r.ID, err, r.Err)
		} else if diff := cmp.Diff(want[n%len(want)], string(text)); diff != "" {
			t.Errorf("case %s, round %d: %.2000s", r.ID, n/len(want), diff)
		}
		n++
		return nil
	})
	if err != nil || int(report.Tasks) != batchRounds*len(cases) {
		t.Errorf("%+v, %v", report, err)
	}
}
