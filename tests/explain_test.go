package tests

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// querier runs a query: a pool or a connection.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// explainPlan is the server's plan of a statement.
func explainPlan(t testing.TB, db querier, s sqlfrag.Statement) string {
	t.Helper()
	rows, err := db.Query(t.Context(), "explain "+s.SQL, s.Args()...)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}
