package main

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
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
		exit   int // of doctor and of a query
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
			if code != exitFailed || !strings.Contains(stderr, "hint: grant ") ||
				test.exit == exitOK && !strings.Contains(stderr, "insert, update and delete") {
				t.Errorf("load: exit code %d: %s", code, stderr)
			}
			if role := `"` + roleOf(t, dsn) + `"`; test.exit != exitOK && !strings.Contains(stdout, "to "+role) {
				t.Errorf("doctor does not name the role %s:\n%s", role, stdout)
			}
		})
	}
}

// TestRowSecurityHint loads as a role that row security is for.
func TestRowSecurityHint(t *testing.T) {
	dsn := pgtest.DB(t)
	if _, stderr, code := call(t, "", map[string]string{"DATABASE_URL": dsn}, "migrate", "up"); code != exitOK {
		t.Fatal(stderr)
	}
	admin := pgtest.Connect(t, dsn)
	loader := pgtest.Role(t, dsn, "grant usage on schema sqlq to {role}", "grant select, insert, update, delete on all tables in schema sqlq to {role}",
		"grant temporary on database "+pgx.Identifier{admin.Config().Database}.Sanitize()+" to {role}")
	const hint = "hint: nothing was written; do it as the owner of the tables"
	for _, table := range []string{"live", "object"} {
		if _, err := admin.Exec(t.Context(), `alter table sqlq.`+table+` enable row level security;
			create policy read on sqlq.`+table+` for select using (true)`); err != nil {
			t.Fatal(err)
		}
		const records = `{"kind":"object","id":"a","type":"b"}` + "\n" +
			`{"kind":"revision","object":"a","rev":1,"created_at":"2026-01-01T00:00:00Z","title":"a"}`
		_, stderr, code := call(t, records, map[string]string{"DATABASE_URL": loader}, "load", "-")
		if code != exitFailed || !strings.Contains(stderr, hint) {
			t.Errorf("%s: exit code %d: %s", table, code, stderr)
		}
	}
	_, stderr, code := call(t, "", map[string]string{"DATABASE_URL": pgtest.Role(t, dsn)}, "migrate", "up")
	if code != exitFailed || !strings.Contains(stderr, "owns schema sqlq") {
		t.Errorf("migrate up: exit code %d: %s", code, stderr)
	}
}

func roleOf(t *testing.T, dsn string) string {
	t.Helper()
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return config.User
}
