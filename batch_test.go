package sqlq_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// batchQueries differ in what decides the statement: scope, exclusion, number of
// terms, evidence, time.
var batchQueries = []string{
	ask, `CONTEXT FOR "storage plan" BUDGET 5 TOKENS PREFER CURRENT`, `CONTEXT FOR "note" MAX DEPTH 3`, `CONTEXT FOR ""`,
	`CONTEXT FOR "storage" USING PROJECT "red"`, `CONTEXT FOR "storage" USING PROJECT "none"`, `CONTEXT FOR "plan" MAX DEPTH 0`,
	`CONTEXT FOR "storage" EXCLUDE STALE, ROLE PROMPT`, `CONTEXT FOR "storage" AS OF "2026-01-15"`, `CONTEXT FOR "storage" MAX AGE 30d`,
	`CONTEXT FOR "a b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 p1 q1 r1 s1 t1 u1 v1 storage note" WITH EVIDENCE`,
	`CONTEXT FOR "storage" MAX OBJECTS 1`,
}

// repeated gives each query rounds times, as tasks named by their number.
func repeated(rounds int, queries ...string) sqlq.Tasks {
	return func(yield func(sqlq.Task, error) bool) {
		for i := range rounds * len(queries) {
			task, err := sqlq.ParseTask(fmt.Sprint(i), queries[i%len(queries)])
			if !yield(task, err) {
				return
			}
		}
	}
}

var march = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// A batch gives the bytes that single queries give, in the order of the tasks.
func TestBatch(t *testing.T) {
	db := open(t, sqlq.Config{DSN: pgtest.DB(t, small)})
	var want []string
	for _, text := range batchQueries {
		want = append(want, bundle(t, db, text, sqlq.Run{Now: &march}))
	}
	for _, jobs := range []int{1, 3, 0} {
		n := 0
		report, err := db.Batch(t.Context(), repeated(8, batchQueries...), sqlq.BatchOptions{Now: &march, Jobs: jobs}, func(r sqlq.Result) error {
			if r.Err != nil || r.ID != fmt.Sprint(n) || r.Number != int64(n+1) {
				t.Errorf("result %d is that of task %s, number %d: %v", n, r.ID, r.Number, r.Err)
			}
			if got, _ := r.Bundle.JSON(); string(got) != want[n%len(want)] {
				t.Errorf("%s, round %d:\n%s\nwant\n%s", batchQueries[n%len(want)], n/len(want), got, want[n%len(want)])
			}
			n++
			return nil
		})
		if err != nil || n != 8*len(batchQueries) || report.Tasks != int64(n) || report.Failed != 0 || report.Empty == 0 || !report.Now.Equal(march) {
			t.Errorf("%d jobs: %d results, %+v, %v", jobs, n, report, err)
		}
	}
}

// What is loaded while a batch runs is not seen by it, also where an error has
// made a connection begin anew.
func TestBatchSnapshot(t *testing.T) {
	dsn := pgtest.DB(t, small)
	db := open(t, sqlq.Config{DSN: dsn})
	b, err := db.OpenBatch(t.Context(), sqlq.BatchOptions{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	more := strings.NewReader(`{"kind":"object","id":"late","type":"document","project":"red"}
{"kind":"revision","object":"late","rev":1,"created_at":"2026-01-01T00:00:00Z","title":"Storage","representations":[{"name":"body","media_type":"text/plain","content":"storage"}]}`)
	if _, err := db.Load(t.Context(), more, store.Options{}); err != nil {
		t.Fatal(err)
	}
	times := map[string]bool{}
	report, err := b.Run(t.Context(), repeated(6, ask, `CONTEXT FOR "storage" MAX DEPTH 0`), func(r sqlq.Result) error {
		times[r.Bundle.Metadata.EvaluatedAt] = true
		if text, _ := r.Bundle.JSON(); strings.Contains(string(text), "object://late") {
			t.Errorf("task %s sees what came later", r.ID)
		}
		return nil
	})
	if err != nil || len(times) != 1 || report.Failed > 0 {
		t.Errorf("evaluated at %v: %+v, %v", times, report, err)
	}
	conn, err := b.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // read only
	var n int
	if err := conn.QueryRow(t.Context(), "select count(*) from sqlq.object where id = 'late'").Scan(&n); err != nil || n != 0 {
		t.Errorf("tasks would be read from another state: %d, %v", n, err)
	}
	if _, err := conn.Exec(t.Context(), "delete from sqlq.object"); err == nil {
		t.Error("the connection for tasks can write")
	}
}

// A task that fails spoils no other: neither one that is no query nor one that
// the server gives up.
func TestBatchErrors(t *testing.T) {
	dsn := pgtest.DB(t, small)
	admin := pgtest.Connect(t, dsn)
	if _, err := admin.Exec(t.Context(), `create function sqlq.trip(text) returns boolean language plpgsql stable as $$ begin
		if $1 = 'blue' then perform 1 / 0; end if; return true; end $$;
		alter table sqlq.live rename to hidden; create view sqlq.live as select * from sqlq.hidden where sqlq.trip(project)`); err != nil {
		t.Fatal(err)
	}
	db := open(t, sqlq.Config{DSN: dsn})
	const good, bad = `CONTEXT FOR "storage" USING PROJECT "red"`, `CONTEXT FOR "storage" USING PROJECT "blue"`
	for _, jobs := range []int{1, 3} {
		var failed []string
		report, err := db.Batch(t.Context(), repeated(10, good, bad, `CONTEXT FOR`, good), sqlq.BatchOptions{Jobs: jobs}, func(r sqlq.Result) error {
			if r.Err != nil {
				failed = append(failed, r.ID)
			} else if len(r.Bundle.Items) == 0 {
				t.Errorf("task %s has no item", r.ID)
			}
			return nil
		})
		if err != nil || report.Tasks != 40 || report.Failed != 20 || len(failed) != 20 || failed[0] != "1" || failed[1] != "2" {
			t.Errorf("%d jobs: %+v, failed %v, %v", jobs, report, failed, err)
		}
	}
	_, err := db.Batch(t.Context(), repeated(10, good, bad), sqlq.BatchOptions{MaxErrors: 3}, func(sqlq.Result) error { return nil })
	wantError(t, err, "too_many_errors", "failed tasks, 3", "division by zero")
}

// A batch ends early without hanging, whatever ends it.
func TestBatchEnds(t *testing.T) {
	dsn := pgtest.DB(t, small)
	db := open(t, sqlq.Config{DSN: dsn})
	boom := errors.New("boom")
	endless := func(yield func(sqlq.Task, error) bool) {
		for {
			if !yield(sqlq.ParseTask("", ask)) {
				return
			}
		}
	}
	n := 0
	report, err := db.Batch(t.Context(), endless, sqlq.BatchOptions{}, func(sqlq.Result) error {
		if n++; n == 5 {
			return boom
		}
		return nil
	})
	if !errors.Is(err, boom) || report.Tasks != 5 {
		t.Errorf("a failing sink: %+v, %v", report, err)
	}
	broken := func(yield func(sqlq.Task, error) bool) {
		if yield(sqlq.ParseTask("1", ask)) {
			yield(sqlq.Task{}, &sqlq.TasksError{Err: boom})
		}
	}
	report, err = db.Batch(t.Context(), broken, sqlq.BatchOptions{}, func(sqlq.Result) error { return nil })
	if !errors.Is(err, boom) || report.Tasks != 1 || report.Failed != 0 {
		t.Errorf("tasks that cannot be read on: %+v, %v", report, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err = db.Batch(ctx, endless, sqlq.BatchOptions{}, func(sqlq.Result) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("at the end of its time: %v", err)
	}
	n = 0
	_, err = db.Batch(t.Context(), endless, sqlq.BatchOptions{}, func(sqlq.Result) error {
		if n++; n == 5 {
			pgtest.Connect(t, dsn).Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and pid <> pg_backend_pid()`)
		}
		return nil
	})
	wantError(t, err, "unreachable")
}

// TestExampleBatch runs the example, which needs a database, over one that has
// the records of the other example.
func TestExampleBatch(t *testing.T) {
	const want = "0 has 2 items\n1 failed: 1:28: parse error (unexpected_token): expected a whole number after BUDGET, found many\n" +
		"2 has 2 items\n3 tasks, 1 failed\n"
	t.Setenv("DATABASE_URL", pgtest.DB(t, pgtest.WithSetup("schema", migrate)))
	ExampleDB_Context()
	printed := t.TempDir() + "/printed"
	file, err := os.Create(printed)
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = file
	ExampleDB_Batch()
	os.Stdout = stdout
	got, err := os.ReadFile(printed)
	if err = errors.Join(err, file.Close()); err != nil || string(got) != want {
		t.Errorf("it prints\n%s(%v) instead of\n%s", got, err, want)
	}
}

// A slow sink holds the tasks back, so that memory stays bounded.
func TestBatchBackpressure(t *testing.T) {
	db := open(t, sqlq.Config{DSN: pgtest.DB(t, small)})
	var given, taken atomic.Int64
	var most int64
	tasks := func(yield func(sqlq.Task, error) bool) {
		for task, err := range repeated(300, ask) {
			given.Add(1)
			if !yield(task, err) {
				return
			}
		}
	}
	_, err := db.Batch(t.Context(), tasks, sqlq.BatchOptions{Jobs: 2}, func(sqlq.Result) error {
		time.Sleep(time.Millisecond)
		most = max(most, given.Load()-taken.Add(1))
		return nil
	})
	if err != nil || most > 2*16+8 {
		t.Errorf("%d tasks were taken ahead: %v", most, err)
	}
}

// A statement that takes too long is a failure of its task alone.
func TestBatchTimeout(t *testing.T) {
	db := open(t, sqlq.Config{DSN: locked(t), Timeout: 200 * time.Millisecond})
	var errs []error
	_, err := db.Batch(t.Context(), repeated(2, ask), sqlq.BatchOptions{Jobs: 1}, func(r sqlq.Result) error {
		errs = append(errs, r.Err)
		return nil
	})
	if err != nil || len(errs) != 2 {
		t.Fatal(errs, err)
	}
	wantError(t, errs[1], "timeout", "--timeout")
}
