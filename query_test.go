package sqlq_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func bundle(t *testing.T, db *sqlq.DB, text string, run sqlq.Run) string {
	t.Helper()
	b, err := db.Context(t.Context(), text, run)
	if err != nil {
		t.Fatal(err)
	}
	out, err := b.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A role that may only read is enough, also where transactions are read only.
func TestReaderIsEnough(t *testing.T) {
	dsn := pgtest.DB(t, small)
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	want := bundle(t, open(t, sqlq.Config{DSN: dsn}), ask, sqlq.Run{Now: &now})
	reader := pgtest.Role(t, dsn, "grant usage on schema sqlq to {role}", "grant select on all tables in schema sqlq to {role}",
		"alter role {role} set default_transaction_read_only = on")
	db := open(t, sqlq.Config{DSN: reader})
	if got := bundle(t, db, ask, sqlq.Run{Now: &now}); got != want {
		t.Errorf("a reader gets\n%s\nthe owner\n%s", got, want)
	}
	_, err := db.Load(t.Context(), strings.NewReader(smallRecords), store.Options{})
	var e *sqlq.Error
	if !errors.As(err, &e) || e.Code != "read_only" && e.Code != "no_rights" || e.Hint == "" {
		t.Errorf("loading ends with %v", err)
	}
}

// The statement runs read only and sees one state (QS1).
func TestSnapshot(t *testing.T) {
	dsn := pgtest.DB(t, small)
	admin := pgtest.Connect(t, dsn)
	if _, err := admin.Exec(t.Context(), `create function sqlq.spy() returns boolean language plpgsql volatile as $$ begin
		raise exception 'seen: %, %, jit %', current_setting('transaction_read_only'), current_setting('transaction_isolation'), current_setting('jit');
		end $$; alter table sqlq.live rename to hidden; create view sqlq.live as select * from sqlq.hidden where sqlq.spy()`); err != nil {
		t.Fatal(err)
	}
	_, err := open(t, sqlq.Config{DSN: dsn}).Context(t.Context(), ask, sqlq.Run{})
	if err == nil || !strings.Contains(err.Error(), "seen: on, repeatable read, jit off") {
		t.Errorf("the circumstances are not as they should be: %v", err)
	}
}

func TestEvaluationTime(t *testing.T) {
	db := open(t, sqlq.Config{DSN: pgtest.DB(t, small)})
	at := time.Date(2026, 1, 15, 12, 0, 0, 1999, time.FixedZone("", 3600))
	const red = `CONTEXT FOR "storage" USING PROJECT "red"`
	for _, c := range []struct{ text, item, asOf string }{
		{red, "object://plan@1", ""},
		{red + ` AS OF "2026-02-01"`, "object://plan@2", "2026-02-01T00:00:00Z"},
		{red + ` AS OF "2026-01-01T00:00:00Z"`, "object://plan@1", "2026-01-01T00:00:00Z"},
	} {
		b, err := db.Context(t.Context(), c.text, sqlq.Run{Now: &at})
		if err != nil {
			t.Fatal(err)
		}
		asOf := ""
		if b.Metadata.AsOf != nil {
			asOf = *b.Metadata.AsOf
		}
		if b.Metadata.EvaluatedAt != "2026-01-15T11:00:00.000001Z" || asOf != c.asOf || b.Items[0].Object != c.item {
			t.Errorf("%s: evaluated at %s as of %q, first %s", c.text, b.Metadata.EvaluatedAt, asOf, b.Items[0].Object)
		}
	}
	before := time.Now()
	b, err := db.Context(t.Context(), ask, sqlq.Run{})
	if err != nil {
		t.Fatal(err)
	}
	evaluated, err := time.Parse(time.RFC3339Nano, b.Metadata.EvaluatedAt)
	if err != nil || evaluated.Before(before.Add(-time.Minute)) || evaluated.After(time.Now().Add(time.Minute)) {
		t.Errorf("the server's clock says %s, %v", b.Metadata.EvaluatedAt, err)
	}
	if text := schema.FormatTime(evaluated); text != b.Metadata.EvaluatedAt {
		t.Errorf("the time %s is not printed as %s", b.Metadata.EvaluatedAt, text)
	}
}

// Same query, same revisions, same bytes, also from many goroutines.
func TestSameBytes(t *testing.T) {
	db := open(t, sqlq.Config{DSN: pgtest.DB(t, small)})
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	want := map[string]string{}
	texts := []string{ask, `CONTEXT FOR "storage plan" BUDGET 5 TOKENS PREFER CURRENT`, `CONTEXT FOR "note" MAX DEPTH 3`, `CONTEXT FOR ""`}
	for _, text := range texts {
		want[text] = bundle(t, db, text, sqlq.Run{Now: &now})
	}
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			for _, text := range texts {
				if got := bundle(t, db, text, sqlq.Run{Now: &now}); got != want[text] {
					t.Errorf("%s: the bytes differ", text)
				}
			}
		})
	}
	group.Wait()
}

// QS14: what row security hides does not exist for the query.
func TestRowSecurity(t *testing.T) {
	dsn := pgtest.DB(t, small)
	admin := pgtest.Connect(t, dsn)
	if _, err := admin.Exec(t.Context(), `alter table sqlq.live enable row level security;
		create policy red on sqlq.live using (project = 'red')`); err != nil {
		t.Fatal(err)
	}
	reader := pgtest.Role(t, dsn, "grant usage on schema sqlq to {role}", "grant select on all tables in schema sqlq to {role}")
	b, err := open(t, sqlq.Config{DSN: reader}).Context(t.Context(), ask, sqlq.Run{})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := b.JSON()
	if b.Metadata.Considered != 2 || strings.Contains(string(text), "other") {
		t.Errorf("hidden rows are seen: %s", text)
	}
}

// locked is a database in which every query waits until the test ends.
func locked(t *testing.T) string {
	t.Helper()
	dsn := pgtest.DB(t, small)
	conn := pgtest.Connect(t, dsn)
	if _, err := conn.Exec(t.Context(), "begin; lock table sqlq.live in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	return dsn
}

func TestTimeout(t *testing.T) {
	db := open(t, sqlq.Config{DSN: locked(t), Timeout: 200 * time.Millisecond})
	_, err := db.Context(t.Context(), ask, sqlq.Run{})
	wantError(t, err, "timeout", "--timeout")
}

func TestCancel(t *testing.T) {
	db := open(t, sqlq.Config{DSN: locked(t)})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := db.Context(ctx, ask, sqlq.Run{})
	if !errors.Is(err, context.DeadlineExceeded) || sqlq.IsUnreachable(err) {
		t.Errorf("the error is %v", err)
	}
}

// A server that goes away is unreachable, and of use again when it is back.
func TestServerGone(t *testing.T) {
	dsn := pgtest.DB(t, small)
	db := open(t, sqlq.Config{DSN: dsn})
	kill := func() {
		if _, err := pgtest.Connect(t, dsn).Exec(t.Context(), `select pg_terminate_backend(pid, 5000) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid()`); err != nil {
			t.Fatal(err)
		}
	}
	bundle(t, db, ask, sqlq.Run{})
	kill()
	if _, err := db.Context(t.Context(), ask, sqlq.Run{}); err != nil {
		wantError(t, err, "unreachable")
	}
	bundle(t, db, ask, sqlq.Run{})

	_, err := db.Load(t.Context(), &killing{kill: kill}, store.Options{})
	wantError(t, err, "unreachable")
	bundle(t, db, ask, sqlq.Run{})
}

// killing is an input in the middle of which the server goes away.
type killing struct {
	kill func()
	n    int
}

func (k *killing) Read(b []byte) (int, error) {
	if k.n++; k.n == 40 {
		k.kill()
	}
	var text strings.Builder
	for i := 0; text.Len() < len(b)-200 && i < 500; i++ {
		text.WriteString(`{"kind":"object","id":"k` + strings.Repeat("x", k.n) + strings.Repeat("y", i%50) + `","type":"t"}` + "\n")
	}
	return copy(b, text.String()), nil
}

// A query is a value through and through: nothing in it is read as SQL.
func TestHostileQueries(t *testing.T) {
	db := open(t, sqlq.Config{DSN: pgtest.DB(t, small)})
	for _, word := range []string{`'; drop table sqlq.live; --`, `$1 $2`, `\\'`, `/* */`, "%s %d", "@t @objects", "\u202e", "\t\n"} {
		for _, text := range []string{`CONTEXT FOR "` + word + `"`, `CONTEXT FOR "storage" USING PROJECT "` + word + `"`,
			`CONTEXT FOR "storage" PREFER REPRESENTATION "` + word + `"`} {
			if _, err := db.Context(t.Context(), text, sqlq.Run{}); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
	if got := bundle(t, db, ask, sqlq.Run{}); !strings.Contains(got, "object://plan@2") {
		t.Errorf("afterwards the answer is %s", got)
	}
}
