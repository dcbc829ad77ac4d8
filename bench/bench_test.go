package main

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/bench/corpus"
	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// benchObjects is the size of the store of the query benchmarks.
const benchObjects = 10_000

const everyClause = `CONTEXT FOR "rotate the signing keys" USING PROJECT "atlas" BUDGET 4000 TOKENS
	PREFER CURRENT, VERIFIED, REPRESENTATION summary EXCLUDE UNTRUSTED, STALE, ROLE INSTRUCTION FROM UNTRUSTED_EXTERNAL
	MAX OBJECTS 50 MAX DEPTH 3 MAX AGE 90d WITH EVIDENCE AS OF "2026-01-31"`

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sqlq.ParseContext(everyClause); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	q, err := sqlq.ParseContext(everyClause)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sqlq.Compile(b.Context(), q, nil, corpus.End); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGenerate(b *testing.B) {
	c := corpus.New(1000, seed)
	for b.Loop() {
		n := drain(b, c)
		b.SetBytes(n)
	}
}

func BenchmarkLoad(b *testing.B) {
	c := corpus.New(2000, seed)
	size := drain(b, c)
	for b.Loop() {
		b.StopTimer()
		db := open(b, pgtest.DB(b, pgtest.WithSetup("schema", migrate)))
		b.StartTimer()
		if _, err := db.Load(b.Context(), c.Records(), store.Options{}); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(size)
	}
}

func BenchmarkContext(b *testing.B) {
	s := generated(benchObjects)
	db := open(b, pgtest.DB(b, pgtest.WithSetup("corpus", func(ctx context.Context, dsn string) error { return fill(ctx, dsn, s) })))
	tasks, err := s.tasks(b.Context(), db.Pool())
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range cases(false) {
		b.Run(c.String(), func(b *testing.B) {
			text := c.text(s, c.tasks(tasks, 1)[0])
			b.ReportAllocs()
			for b.Loop() {
				if _, err := db.Context(b.Context(), text, sqlq.Run{}); err != nil {
					b.Fatal(err)
				}
			}
			p, err := explain(b.Context(), db, text)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(p.Rows), "rows/op")
			b.ReportMetric(float64(p.Buffers), "buffers/op")
		})
	}
}

// TestCases runs every case once on a small store: each must answer, and stay
// away from temporary files.
func TestCases(t *testing.T) {
	s := generated(1000)
	dsn := pgtest.DB(t, pgtest.WithSetup("small", func(ctx context.Context, dsn string) error { return fill(ctx, dsn, s) }))
	db := open(t, dsn)
	tasks, err := s.tasks(t.Context(), db.Pool())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases(false) {
		text := c.text(s, c.tasks(tasks, 1)[0])
		bundle, err := db.Context(t.Context(), text, sqlq.Run{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if len(bundle.Items) == 0 && c.mix != corpus.RareOnly && c.scope == everything {
			t.Errorf("%s: no items", text)
		}
		p, err := explain(t.Context(), db, text)
		if err != nil {
			t.Fatalf("explaining %s: %v", text, err)
		}
		if p.Rows == 0 || p.Buffers == 0 || len(p.Stages) == 0 || p.Temp > 0 {
			t.Errorf("%s: plan %+v", text, p)
		}
	}
}

func TestStages(t *testing.T) {
	leaf := &node{Type: "Seq Scan", Relation: "live", Time: 3, Loops: 1, Rows: 10, Removed: 5}
	scan := &node{Type: "CTE Scan", CTE: "scope", Time: 4, Loops: 1}
	root := &node{Type: "Sort", Time: 6, Loops: 1, Plans: []*node{
		{Type: "Result", Subplan: "CTE scope", Time: 3.5, Loops: 1, Plans: []*node{leaf}}, scan}}
	got := stages(root)
	if got["scope"] != 3.5 || got["result"] != 2.5 { // the sort 2, the scan 4 - 3.5
		t.Errorf("stages = %v", got)
	}
	wide := &node{Type: "Gather", Time: 10, Loops: 1, Plans: []*node{{Type: "Seq Scan", Relation: "live", Time: 8, Loops: 2}}}
	if got := stages(wide); got["result"] != 10 { // two workers for 8 each, at once
		t.Errorf("stages of a parallel plan = %v", got)
	}
	if leaf.read() != 15 || root.read() != 0 {
		t.Errorf("rows read: %d, %d", leaf.read(), root.read())
	}
}

func TestPercentile(t *testing.T) {
	v := []float64{5, 1, 4, 2, 3}
	for p, want := range map[int]float64{0: 1, 50: 3, 95: 5, 20: 1, 21: 2, 100: 5} {
		if got := percentile(v, p); got != want {
			t.Errorf("percentile %d = %v, want %v", p, got, want)
		}
	}
	if percentile(nil, 50) != 0 {
		t.Error("percentile of nothing")
	}
}

func TestChoose(t *testing.T) {
	for _, o := range []options{{objects: "x", data: "generator"}, {objects: "10", data: "generator"}, {data: "other"}} {
		if _, err := choose(o); err == nil {
			t.Errorf("choose(%+v) takes it", o)
		}
	}
}

func TestWithDatabase(t *testing.T) {
	for _, dsn := range []string{"host=/tmp port=5432 user=u", "postgres://u@localhost:5432/app?application_name=x",
		"postgres://app@localhost/app", "postgres://app@localhost"} {
		c, err := pgx.ParseConfig(withDatabase(dsn, "bench_1"))
		if err != nil || c.Database != "bench_1" || c.User == "bench_1" {
			t.Errorf("%s: %v, %+v", dsn, err, c)
		}
	}
}

func migrate(ctx context.Context, dsn string) error {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return err
	}
	return migrations.Up(ctx, config)
}

func fill(ctx context.Context, dsn string, s source) error {
	if err := migrate(ctx, dsn); err != nil {
		return err
	}
	db, err := sqlq.Open(ctx, sqlq.Config{DSN: dsn})
	if err != nil {
		return err
	}
	defer db.Close()
	in, err := s.records()
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = db.Load(ctx, in, store.Options{Source: s.name})
	return err
}

func open(tb testing.TB, dsn string) *sqlq.DB {
	tb.Helper()
	db, err := sqlq.Open(tb.Context(), sqlq.Config{DSN: dsn, Timeout: time.Minute})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(db.Close)
	return db
}

// drain reads all records and counts the bytes.
func drain(tb testing.TB, c *corpus.Corpus) (bytes int64) {
	tb.Helper()
	r := c.Records()
	buf := make([]byte, 1<<16)
	for {
		n, err := r.Read(buf)
		bytes += int64(n)
		if err != nil {
			return bytes
		}
	}
}
