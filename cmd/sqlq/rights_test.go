package main

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// TestRights asks doctor and query as roles that may do little.
func TestRights(t *testing.T) {
	migrated := pgtest.WithSetup("migrated", func(ctx context.Context, dsn string) error {
		config, err := pgxpool.ParseConfig(dsn)
		if err != nil {
			return err
		}
		return migrations.Up(ctx, config.ConnConfig)
	})
	for name, test := range map[string]struct {
		grants []string
		doctor string
		exit   int
	}{
		"nothing": {nil, "fail  tables", exitFailed},
		"usage":   {[]string{"grant usage on schema sqlq to {role}"}, "fail  tables", exitFailed},
		"a few tables": {[]string{
			"grant usage on schema sqlq to {role}", "grant select on sqlq.schema_migrations, sqlq.live to {role}",
		}, "fail  rights      the role may not read", exitFailed},
		"reading": {[]string{
			"grant usage on schema sqlq to {role}", "grant select on all tables in schema sqlq to {role}",
		}, "ok    rights      the role may query, but not load", exitOK},
	} {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.Role(t, pgtest.DB(t, migrated), test.grants...)
			env := map[string]string{"DATABASE_URL": dsn}
			stdout, stderr, code := call(t, "", env, "doctor")
			if code != test.exit || !strings.Contains(stdout, test.doctor) {
				t.Errorf("doctor: exit code %d:\n%s%s", code, stdout, stderr)
			}
			_, stderr, code = call(t, "", env, "query", `CONTEXT FOR "retry"`)
			if code != test.exit || code == exitFailed && !strings.Contains(stderr, "grant usage on schema sqlq") {
				t.Errorf("query: exit code %d: %s", code, stderr)
			}
			_, stderr, code = call(t, `{"kind":"object","id":"a","type":"b"}`, env, "load", "-")
			if code != exitFailed || !strings.Contains(stderr, "hint:") {
				t.Errorf("load: exit code %d: %s", code, stderr)
			}
		})
	}
}
