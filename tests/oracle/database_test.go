package oracle

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// database is a new database with the tables and nothing in them.
func database(t *testing.T) *sqlq.DB {
	t.Helper()
	dsn := pgtest.DB(t, pgtest.WithSetup("oracle", func(ctx context.Context, dsn string) error {
		config, err := sqlq.ParseDSN(dsn)
		if err != nil {
			return err
		}
		return migrations.Up(ctx, config.ConnConfig)
	}))
	db, err := sqlq.Open(t.Context(), sqlq.Config{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

func load(t *testing.T, db *sqlq.DB, records Records) {
	t.Helper()
	if _, err := db.Load(t.Context(), strings.NewReader(records.NDJSON()), store.Options{}); err != nil {
		t.Fatalf("loading: %v", err)
	}
}

// asJSON answers a query and reads the JSON that the bundle prints.
func asJSON(t *testing.T, db *sqlq.DB, text string, now time.Time) (map[string]any, error) {
	bundle, err := db.Context(t.Context(), text, sqlq.Run{Now: &now})
	if err != nil {
		return nil, err
	}
	line, err := bundle.JSON()
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(line, &out)
}
