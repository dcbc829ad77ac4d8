package migrations_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// wantHint checks that an error is a Problem whose hint says certain words.
func wantHint(t *testing.T, err error, words ...string) {
	t.Helper()
	var p *migrations.Problem
	if !errors.As(err, &p) {
		t.Errorf("the answer is no problem with a way out but %v", err)
		return
	}
	for _, w := range words {
		if !strings.Contains(p.Hint, w) && !strings.Contains(p.Message, w) {
			t.Errorf("neither %q nor the hint %q says %q", p.Error(), p.Hint, w)
		}
	}
}

func TestNewerVersionIsRefused(t *testing.T) {
	dsn := pgtest.DB(t)
	up(t, dsn)
	before := catalog(t, dsn)
	exec(t, dsn, "update sqlq.schema_migrations set version = 99")
	wantHint(t, migrations.Up(t.Context(), config(t, dsn)), "99", "newer")
	wantHint(t, migrations.Down(t.Context(), config(t, dsn)), "99", "newer")
	wantHint(t, status(t, dsn).Check(), "99", "newer")
	if diff := cmp.Diff(before, catalog(t, dsn)); diff != "" {
		t.Error(diff)
	}
}

// A migration that fails leaves nothing, says what to do, and what it says works.
func TestFailedMigration(t *testing.T) {
	dsn := pgtest.DB(t)
	up(t, dsn)
	want := catalog(t, dsn)
	if err := migrations.Down(t.Context(), config(t, dsn)); err != nil {
		t.Fatal(err)
	}
	exec(t, dsn, "create table sqlq.adjacent ()") // in the way of the second file
	err := migrations.Up(t.Context(), config(t, dsn))
	wantHint(t, err, "version 2", "sqlq migrate up")
	if err == nil || !strings.Contains(err.Error(), "adjacent") {
		t.Errorf("the error does not name the cause: %v", err)
	}
	for _, part := range catalog(t, dsn) {
		if strings.HasPrefix(part, "relation r live") || strings.HasPrefix(part, "relation r node") {
			t.Errorf("the failed file left %s", part)
		}
	}
	if s := status(t, dsn); s.Version != 2 || !s.Dirty {
		t.Errorf("the status is %+v", s)
	}
	if strings.Contains(err.Error(), "create table") {
		t.Errorf("the error quotes the whole file: %v", err)
	}
	wantHint(t, migrations.Up(t.Context(), config(t, dsn)), "version 2", "sqlq migrate up")
	wantHint(t, status(t, dsn).Check(), "sqlq migrate up")
	exec(t, dsn, "drop table sqlq.adjacent")
	up(t, dsn)
	if diff := cmp.Diff(want, catalog(t, dsn)); diff != "" {
		t.Errorf("the mended schema is another one:\n%s", diff)
	}
}

// A migration that was cut off before or after its commit, and a version that
// somebody forced, are found out by what is there.
func TestUpFindsOutWhatIsThere(t *testing.T) {
	for name, harm := range map[string]string{
		"killed after the commit":  "update sqlq.schema_migrations set version = 3, dirty = true",
		"killed before the commit": "drop table sqlq.touched, sqlq.segment_classes, sqlq.segment_project, sqlq.segment_time, sqlq.segment_varied, sqlq.segment_past, sqlq.segment_live, sqlq.mixed, sqlq.sparse, sqlq.plane, sqlq.segment; drop aggregate sqlq.set_bits(int, int); update sqlq.schema_migrations set version = 3, dirty = true",
		"forced too low":           "update sqlq.schema_migrations set version = 1, dirty = false",
		"never recorded":           "delete from sqlq.schema_migrations",
	} {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.DB(t)
			up(t, dsn)
			want := catalog(t, dsn)
			exec(t, dsn, harm)
			up(t, dsn)
			if s := status(t, dsn); s.Check() != nil {
				t.Errorf("the status is %+v", s)
			}
			if diff := cmp.Diff(want, catalog(t, dsn)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestForce(t *testing.T) {
	dsn := pgtest.DB(t)
	up(t, dsn)
	for _, version := range []int{-1, latest(t) + 1, 1 << 40} {
		if err := migrations.Force(t.Context(), config(t, dsn), version); err == nil {
			t.Errorf("version %d was recorded", version)
		}
	}
	if err := migrations.Force(t.Context(), config(t, dsn), 0); err != nil {
		t.Fatal(err)
	}
	if s := status(t, dsn); s.Version != 0 || s.Dirty {
		t.Errorf("the status is %+v", s)
	}
}

func TestWithoutRights(t *testing.T) {
	dsn := pgtest.DB(t)
	denied := func(name string, err error) {
		if err == nil || !strings.Contains(err.Error(), "42501") {
			t.Errorf("%s: %v", name, err)
		}
	}
	nobody := pgtest.Role(t, dsn)
	denied("no right to create a schema", migrations.Up(t.Context(), config(t, nobody)))
	if n := len(catalogOf(t, dsn)); n != 0 {
		t.Error("the schema was made all the same")
	}
	up(t, dsn)
	denied("no right to use the schema", migrations.Up(t.Context(), config(t, pgtest.Role(t, dsn))))
	_, err := migrations.ReadStatus(t.Context(), config(t, pgtest.Role(t, dsn)))
	denied("no right to read the version", err)
}

// A role that may create schemas needs nothing else, neither superuser nor owner.
func TestOrdinaryOwner(t *testing.T) {
	dsn := pgtest.DB(t)
	conn := config(t, dsn)
	role := pgtest.Role(t, dsn, "grant create on database "+pgx.Identifier{conn.Database}.Sanitize()+" to {role}")
	up(t, role)
	if s := status(t, role); s.Check() != nil {
		t.Errorf("%+v: %v", s, s.Check())
	}
	if err := migrations.Down(t.Context(), config(t, role)); err != nil {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dsn := pgtest.DB(t)
	if err := migrations.Up(ctx, config(t, dsn)); err == nil {
		t.Error("a cancelled migration is no error")
	}
	up(t, dsn)
}

func TestUnreachable(t *testing.T) {
	err := migrations.Up(t.Context(), config(t, "host=127.0.0.1 port=1 user=u password=hidden-word dbname=d connect_timeout=2"))
	if err == nil || strings.Contains(err.Error(), "hidden-word") {
		t.Errorf("the error is %v", err)
	}
}
