package sqlq_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// small is a database with a few objects of two projects.
var small = pgtest.WithSetup("small", func(ctx context.Context, dsn string) error {
	if err := migrate(ctx, dsn); err != nil {
		return err
	}
	db, err := sqlq.Open(ctx, sqlq.Config{DSN: dsn})
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Load(ctx, strings.NewReader(smallRecords), store.Options{})
	return err
})

// migrate makes the tables.
func migrate(ctx context.Context, dsn string) error {
	config, err := sqlq.ParseDSN(dsn)
	if err != nil {
		return err
	}
	return migrations.Up(ctx, config.ConnConfig)
}

const smallRecords = `{"kind":"object","id":"plan","type":"document","project":"red"}
{"kind":"object","id":"note","type":"document","project":"red"}
{"kind":"object","id":"other","type":"document","project":"blue"}
{"kind":"revision","object":"plan","rev":1,"created_at":"2026-01-01T00:00:00Z","title":"Storage plan","representations":[{"name":"body","media_type":"text/plain","content":"where storage goes"}]}
{"kind":"revision","object":"plan","rev":2,"created_at":"2026-02-01T00:00:00Z","title":"Storage plan","representations":[{"name":"body","media_type":"text/plain","content":"where all storage goes"}]}
{"kind":"revision","object":"note","rev":1,"created_at":"2026-01-02T00:00:00Z","title":"A note","representations":[{"name":"body","media_type":"text/plain","content":"about it"}]}
{"kind":"revision","object":"other","rev":1,"created_at":"2026-01-03T00:00:00Z","title":"Storage elsewhere","representations":[{"name":"body","media_type":"text/plain","content":"storage too"}]}
{"kind":"derivation","object":"note","rev":1,"relation":"quotes","source":"object://plan","source_rev":1}
{"kind":"entity","id":"ann","type":"person"}
{"kind":"edge","from":"object://other","to":"entity://ann","relationship":"author"}
`

const ask = `CONTEXT FOR "storage" WITH EVIDENCE`

// open opens a database that is closed when the test ends.
func open(t *testing.T, config sqlq.Config) *sqlq.DB {
	t.Helper()
	db, err := sqlq.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}
