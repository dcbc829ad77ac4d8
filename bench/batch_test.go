package main

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/bench/corpus"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// envObjects is another size for the store of BenchmarkBatch.
const envObjects = "SQLQ_BENCH_OBJECTS"

// BenchmarkBatch answers the same tasks in a batch, by one call after the other,
// and by one process after the other, over all objects and over a tenth. What
// counts is bundles/s; an operation is one bundle.
func BenchmarkBatch(b *testing.B) {
	objects := benchObjects
	if n, err := strconv.Atoi(os.Getenv(envObjects)); err == nil {
		objects = n
	}
	s := generated(objects)
	dsn := pgtest.DB(b, pgtest.WithSetup("batch", func(ctx context.Context, dsn string) error { return fill(ctx, dsn, s) }))
	db := open(b, dsn)
	command := filepath.Join(b.TempDir(), "sqlq")
	if out, err := exec.Command("go", "build", "-o", command, "../cmd/sqlq").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, where := range []scope{everything, tenth} {
		c := queryCase{terms: 3, mix: corpus.Mixed, depth: 1, scope: where, clauses: "BUDGET 2000 TOKENS"}
		next := texts(b, s, c, db)
		ways := map[string]func(*testing.B){
			"batch":   func(b *testing.B) { runBatch(b, db, next) },
			"calls":   func(b *testing.B) { runCalls(b, db, next) },
			"process": func(b *testing.B) { runProcesses(b, command, dsn, next) },
		}
		for _, way := range []string{"batch", "calls", "process"} {
			b.Run(string(where)+"/"+way, func(b *testing.B) {
				ways[way](b)
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "bundles/s")
			})
		}
	}
}

// texts makes a query for each call, no two alike.
func texts(b *testing.B, s source, c queryCase, db *sqlq.DB) func() string {
	tasks, err := s.tasks(b.Context(), db.Pool())
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 7))
	return func() string { return c.text(s, tasks(r, c.terms, c.mix)) }
}

func runBatch(b *testing.B, db *sqlq.DB, next func() string) {
	tasks := func(yield func(sqlq.Task, error) bool) {
		for range b.N {
			if !yield(sqlq.ParseTask("", next())) {
				return
			}
		}
	}
	_, err := db.Batch(b.Context(), tasks, sqlq.BatchOptions{}, func(r sqlq.Result) error {
		if r.Err == nil {
			_, r.Err = r.Bundle.JSON()
		}
		return r.Err
	})
	if err != nil {
		b.Fatal(err)
	}
}

func runCalls(b *testing.B, db *sqlq.DB, next func() string) {
	for range b.N {
		bundle, err := db.Context(b.Context(), next(), sqlq.Run{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := bundle.JSON(); err != nil {
			b.Fatal(err)
		}
	}
}

func runProcesses(b *testing.B, command, dsn string, next func() string) {
	for range b.N {
		cmd := exec.Command(command, "query", "--compact", "-o", "json", "--dsn", dsn, next())
		if out, err := cmd.Output(); err != nil || len(out) == 0 {
			b.Fatal(err)
		}
	}
}
