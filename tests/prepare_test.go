package tests

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// goldenStatements compiles the query of every archive that asks for a bundle,
// by the name of the archive.
func goldenStatements(t *testing.T) map[string]sqlfrag.Statement {
	t.Helper()
	out := map[string]sqlfrag.Statement{}
	for _, name := range tracked(t) {
		if !strings.HasPrefix(name, "translate/testdata/") || !strings.HasSuffix(name, ".txtar") {
			continue
		}
		archive, err := txtar.ParseFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "query" })
		if i < 0 {
			t.Fatalf("%s has no query", name)
		}
		q, err := sqlq.ParseContext(strings.TrimSuffix(string(archive.Files[i].Data), "\n"))
		if err != nil {
			continue
		}
		c, err := sqlq.Compile(t.Context(), q, nil, time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		out[name] = c.Statement
	}
	if len(out) < 10 {
		t.Fatalf("only %d archives have a statement", len(out))
	}
	return out
}

// TestPrepare: every server version takes every golden statement, sees the
// parameters as the types that they are sent as, and runs it, on empty tables
// and on filled ones.
func TestPrepare(t *testing.T) {
	statements := goldenStatements(t)
	store := exampleStores(t)[0]
	pgtest.Each(t, func(t *testing.T, server *pgtest.Instance) {
		for _, filled := range []bool{false, true} {
			dsn := server.DB(t)
			var err error
			if filled {
				err = fillFile(t.Context(), dsn, store.path)
			} else {
				err = fill(t.Context(), dsn)
			}
			if err != nil {
				t.Fatal(err)
			}
			conn := pgtest.Connect(t, dsn)
			for name, s := range statements {
				prepareAndRun(t, conn, name, s)
			}
		}
		t.Logf("%d statements prepared and run twice", len(statements))
	})
}

func prepareAndRun(t *testing.T, conn *pgx.Conn, name string, s sqlfrag.Statement) {
	t.Helper()
	prepared, err := conn.Prepare(t.Context(), name, s.SQL)
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, s.SQL)
		return
	}
	if len(prepared.ParamOIDs) != len(s.Params) {
		t.Errorf("%s has %d parameters for the server and %d values", name, len(prepared.ParamOIDs), len(s.Params))
		return
	}
	for i, p := range s.Params {
		var same bool
		if err := conn.QueryRow(t.Context(), "select $1::text::regtype = $2::oid::regtype", p.Type, prepared.ParamOIDs[i]).Scan(&same); err != nil || !same {
			t.Errorf("%s: $%d (%s) is declared %s and has the type %d: %v", name, i+1, p.Name, p.Type, prepared.ParamOIDs[i], err)
		}
	}
	rows, err := conn.Query(t.Context(), name, s.Args()...)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	n := 0
	for rows.Next() {
		n++
	}
	if err := rows.Err(); err != nil || n == 0 {
		t.Errorf("%s: %d rows, %v", name, n, err)
	}
}
