package migrations_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func config(t *testing.T, dsn string) *pgx.ConnConfig {
	t.Helper()
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func up(t *testing.T, dsn string) {
	t.Helper()
	if err := migrations.Up(t.Context(), config(t, dsn)); err != nil {
		t.Fatal(err)
	}
}

func status(t *testing.T, dsn string) migrations.Status {
	t.Helper()
	s, err := migrations.ReadStatus(t.Context(), config(t, dsn))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func latest(t *testing.T) int {
	t.Helper()
	n, err := migrations.Latest()
	if err != nil || n < 1 {
		t.Fatalf("the last migration is %d: %v", n, err)
	}
	return n
}

func exec(t *testing.T, dsn, sql string) {
	t.Helper()
	if _, err := pgtest.Connect(t, dsn).Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// catalog describes all that is in the schema.
func catalog(t *testing.T, dsn string) []string {
	t.Helper()
	rows, err := pgtest.Connect(t, dsn).Query(t.Context(), `
		select 'column ' || concat_ws(' ', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage,
			a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum))
		from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
		where c.relnamespace = 'sqlq'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migrations'
		union all select 'relation ' || concat_ws(' ', c.relkind, c.relname, obj_description(c.oid)) from pg_class c
		where c.relnamespace = 'sqlq'::regnamespace and c.relname !~ '^schema_migrations'
		union all select 'index ' || indexdef from pg_indexes where schemaname = 'sqlq' and tablename <> 'schema_migrations'
		union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
		where connamespace = 'sqlq'::regnamespace and conrelid::regclass::text !~ 'schema_migrations$'
		union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'sqlq'::regnamespace and prokind <> 'a'
		union all select 'aggregate ' || concat_ws(' ', aggfnoid::regprocedure, aggtransfn, aggtranstype::regtype, md5(agginitval))
		from pg_aggregate join pg_proc on pg_proc.oid = aggfnoid where pronamespace = 'sqlq'::regnamespace
		union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
		where c.relnamespace = 'sqlq'::regnamespace and not tgisinternal
		union all select 'type ' || typname from pg_type where typnamespace = 'sqlq'::regnamespace and typname !~ 'schema_migrations'
		order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestUpDownUp(t *testing.T) {
	pgtest.Each(t, func(t *testing.T, server *pgtest.Instance) {
		dsn := server.DB(t)
		up(t, dsn)
		first := catalog(t, dsn)
		if len(first) < 50 {
			t.Errorf("the schema has only %d parts", len(first))
		}
		up(t, dsn) // nothing to do
		if err := migrations.Down(t.Context(), config(t, dsn)); err != nil {
			t.Fatal(err)
		}
		if left := catalog(t, dsn); len(left) > 0 {
			t.Errorf("down leaves %v", left)
		}
		if s := status(t, dsn); s.Version != 0 || s.Dirty {
			t.Errorf("after down the status is %+v", s)
		}
		up(t, dsn)
		if diff := cmp.Diff(first, catalog(t, dsn)); diff != "" {
			t.Errorf("up after down is another schema:\n%s", diff)
		}
	})
}

// Down on what has nothing, and down with data in the tables, work.
func TestDown(t *testing.T) {
	dsn := pgtest.DB(t)
	if err := migrations.Down(t.Context(), config(t, dsn)); err != nil {
		t.Error(err)
	}
	up(t, dsn)
	exec(t, dsn, "create table kept (n int); insert into kept values (1); insert into sqlq.object values ('a', 't')")
	if err := migrations.Down(t.Context(), config(t, dsn)); err != nil {
		t.Error(err)
	}
	exec(t, dsn, "insert into kept values (2)")
}

func TestFourStartsAtOnce(t *testing.T) {
	dsn := pgtest.DB(t)
	const starts = 4
	done := make(chan error, starts)
	for range starts {
		go func() { done <- migrations.Up(context.Background(), config(t, dsn)) }()
	}
	for range starts {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if s := status(t, dsn); s.Version != latest(t) || s.Dirty {
		t.Errorf("the status is %+v", s)
	}
}

func TestStatus(t *testing.T) {
	dsn := pgtest.DB(t)
	s := status(t, dsn)
	if s != (migrations.Status{Latest: latest(t)}) {
		t.Errorf("an empty database has the status %+v", s)
	}
	wantHint(t, s.Check(), "sqlq migrate up")
	if n := len(catalogOf(t, dsn)); n != 0 {
		t.Errorf("reading the status made %d schemas", n)
	}
	up(t, dsn)
	if s := status(t, dsn); s != (migrations.Status{Version: latest(t), Latest: latest(t)}) || s.Check() != nil {
		t.Errorf("after up the status is %+v: %v", s, s.Check())
	}
}

func catalogOf(t *testing.T, dsn string) []string {
	t.Helper()
	rows, err := pgtest.Connect(t, dsn).Query(t.Context(), "select nspname from pg_namespace where nspname = 'sqlq'")
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return out
}
