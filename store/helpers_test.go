package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// tables is a database with the empty tables of the store.
var tables = pgtest.WithSetup("tables", func(ctx context.Context, dsn string) error {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return err
	}
	return migrations.Up(ctx, config)
})

// load loads text with the lexical index.
func load(t *testing.T, conn *pgx.Conn, text string, change ...func(*store.Options)) (store.Report, error) {
	t.Helper()
	opt := store.Options{Source: "test", Index: lexical.NewPostings()}
	for _, c := range change {
		c(&opt)
	}
	return store.Load(t.Context(), conn, strings.NewReader(text), opt)
}

func mustLoad(t *testing.T, conn *pgx.Conn, text string, change ...func(*store.Options)) store.Report {
	t.Helper()
	report, err := load(t, conn, text, change...)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// dump is every row of every table of the store, by table.
func dump(t *testing.T, conn *pgx.Conn) map[string]string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `select relname from pg_class where relnamespace = 'sqlq'::regnamespace and relkind = 'r' order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range names {
		var text string
		sql := fmt.Sprintf(`select coalesce(string_agg(x::text, E'\n' order by x::text collate "C"), '') from sqlq.%s x`, name)
		if err := conn.QueryRow(t.Context(), sql).Scan(&text); err != nil {
			t.Fatal(err)
		}
		out[name] = text
	}
	if len(out) < 10 {
		t.Fatalf("the store has only the tables %v", names)
	}
	return out
}

// count counts what a query finds.
func count(t *testing.T, conn *pgx.Conn, sql string, args ...any) int {
	t.Helper()
	var n int
	if err := conn.QueryRow(t.Context(), "select count(*) from "+sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// records is a small store with a record of every kind, what others need last.
const records = `{"kind":"derivation","object":"b","rev":1,"relation":"quotes","source":"object://a","source_rev":1}
{"kind":"edge","from":"object://a","to":"entity://e","relationship":"mentions","observed_at":"2026-01-01T00:00:00Z"}
{"kind":"revision","object":"b","rev":1,"created_at":"2026-01-02T00:00:00Z","title":"Second","representations":[{"name":"body","media_type":"text/plain","content":"tab\tback\\slash\nline\r\\N ñandú 東京 \u2028 \\."}]}
{"kind":"revision","object":"a","rev":2,"created_at":"2026-01-03T00:00:00Z","title":"Storage","properties":{"path":"x","n":1e2}}
{"kind":"revision","object":"a","rev":1,"created_at":"2026-01-01T00:00:00Z","title":"Storage","roles":["policy"],"state":"unknown","trust":"verified","representations":[{"name":"body","media_type":"text/plain","content":"visibleword","tokens":3,"estimator":"x"},{"name":"key","media_type":"text/plain","content":"secretword","roles":["secret"]},{"name":"pdf","media_type":"application/pdf","content_ref":"s3://x","content_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}]}
{"kind":"entity","id":"e","type":"person","name":"E","properties":{"k":[1,2]},"updated_at":"2026-01-01T00:00:00Z"}
{"kind":"object","id":"a","type":"document","project":"p"}
{"kind":"object","id":"b","type":"document"}
`
