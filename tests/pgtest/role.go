package pgtest

import (
	"context"
	"crypto/rand"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Role makes a role without any right but those the grants give it, and answers the address of the same database for it. In the
// grants {role} stands for its name, as in "grant select on book to {role}". The role is dropped when the test ends.
func Role(t testing.TB, dsn string, grants ...string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	name, password := uniqueName("r"), rand.Text()
	statements := append([]string{"create role {role} login password '" + password + "'"}, grants...)
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), strings.ReplaceAll(statement, "{role}", name)); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			t.Errorf("dropping role %s: %v", name, err)
			return
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, "drop owned by "+name+"; drop role "+name); err != nil {
			t.Errorf("dropping role %s: %v", name, err)
		}
	})
	return withUser(dsn, name, password)
}

// withUser is the address of the same database for another user.
func withUser(dsn, name, password string) string {
	if address, err := url.Parse(dsn); err == nil && strings.HasPrefix(address.Scheme, "postgres") {
		address.User = url.UserPassword(name, password)
		return address.String()
	}
	return dsn + " user=" + name + " password=" + password
}

// NeedVector skips the test when the server behind an address has no vector extension.
func NeedVector(t testing.TB, dsn string) {
	t.Helper()
	conn := Connect(t, dsn)
	var available bool
	err := conn.QueryRow(t.Context(), "select exists (select from pg_available_extensions where name = 'vector')").Scan(&available)
	if err != nil {
		t.Fatal(err)
	}
	if !available {
		t.Skip("SKIPPED, NO VECTOR EXTENSION ON THE TEST SERVER: use one that has pgvector")
	}
}
