package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// endless gives objects without end, and calls stop after some thousand.
type endless struct {
	n    int
	rest bytes.Buffer
	stop func()
}

func (e *endless) Read(b []byte) (int, error) {
	for e.rest.Len() < len(b) {
		if e.n++; e.n == 20_000 {
			e.stop()
		}
		fmt.Fprintf(&e.rest, `{"kind":"object","id":"endless%d","type":"t"}`+"\n", e.n)
	}
	return e.rest.Read(b)
}

// interrupted loads until something stops it, and checks that nothing of it is
// there afterwards.
func interrupted(t *testing.T, start func(t *testing.T, admin *pgx.Conn, conn *pgx.Conn) error) {
	t.Helper()
	dsn := pgtest.DB(t, tables)
	admin, conn := pgtest.Connect(t, dsn), pgtest.Connect(t, dsn)
	mustLoad(t, admin, records)
	before := dump(t, admin)
	if err := start(t, admin, conn); err == nil {
		t.Error("the load ends without an error")
	} else {
		t.Log(err)
	}
	if diff := cmp.Diff(before, dump(t, admin)); diff != "" {
		t.Errorf("the interrupted load left something behind:\n%.2000s", diff)
	}
	mustLoad(t, admin, `{"kind":"object","id":"after","type":"t"}`) // no lock is left either
}

func options() store.Options { return store.Options{Source: "test", Index: lexical.NewPostings()} }

func TestCancelledLoadLeavesNothing(t *testing.T) {
	interrupted(t, func(t *testing.T, _, conn *pgx.Conn) error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := store.Load(ctx, conn, &endless{stop: cancel}, options())
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the error does not say that the load was cancelled: %v", err)
		}
		return err
	})
}

func TestKilledLoadLeavesNothing(t *testing.T) {
	interrupted(t, func(t *testing.T, admin, conn *pgx.Conn) error {
		pid := conn.PgConn().PID()
		in := &endless{stop: func() {
			if _, err := admin.Exec(context.Background(), "select pg_terminate_backend($1, 10000)", pid); err != nil {
				t.Error(err)
			}
		}}
		_, err := store.Load(t.Context(), conn, in, options())
		return err
	})
}

// broken fails in the middle, as a disk or a pipe may.
type broken struct{}

var errDisk = errors.New("input/output error")

func (broken) Read([]byte) (int, error) { return 0, errDisk }

func TestUnreadableInputLeavesNothing(t *testing.T) {
	interrupted(t, func(t *testing.T, _, conn *pgx.Conn) error {
		in := io.MultiReader(strings.NewReader(`{"kind":"object","id":"half","type":"t"}`+"\n"+`{"kind":"obj`), broken{})
		_, err := store.Load(t.Context(), conn, in, options())
		if !errors.Is(err, errDisk) || !strings.Contains(err.Error(), "test") {
			t.Errorf("the error is %v", err)
		}
		return err
	})
}

func code(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

func TestLoadWithoutRights(t *testing.T) {
	dsn := pgtest.DB(t, tables)
	for name, grants := range map[string][]string{
		"none":      nil,
		"read only": {"grant usage on schema sqlq to {role}", "grant select on all tables in schema sqlq to {role}"},
		"no update of the index": {"grant usage on schema sqlq to {role}", "grant select, insert, update, delete on all tables in schema sqlq to {role}",
			"grant usage on all sequences in schema sqlq to {role}", "revoke insert on sqlq.posting from {role}"},
	} {
		t.Run(name, func(t *testing.T) {
			conn := pgtest.Connect(t, pgtest.Role(t, dsn, grants...))
			if _, err := load(t, conn, records); code(err) != "42501" {
				t.Errorf("the load ends with %v", err)
			}
		})
	}
	admin := pgtest.Connect(t, dsn)
	if n := count(t, admin, "sqlq.object"); n != 0 {
		t.Errorf("%d objects were written", n)
	}
}

// The rights that the documentation asks for are enough.
func TestLoadWithRights(t *testing.T) {
	dsn := pgtest.DB(t, tables)
	conn := pgtest.Connect(t, pgtest.Role(t, dsn, "grant usage on schema sqlq to {role}",
		"grant select, insert, update, delete on all tables in schema sqlq to {role}", "grant usage on all sequences in schema sqlq to {role}"))
	mustLoad(t, conn, records)
	mustLoad(t, conn, records)
}

func TestLoadIntoReadOnly(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	if _, err := conn.Exec(t.Context(), "set default_transaction_read_only = on"); err != nil {
		t.Fatal(err)
	}
	if _, err := load(t, conn, records); code(err) != "25006" {
		t.Errorf("the load ends with %v", err)
	}
}

func TestLoadWithoutTables(t *testing.T) {
	if _, err := load(t, pgtest.Conn(t), records); code(err) != "42P01" && code(err) != "3F000" {
		t.Errorf("the load ends with %v", err)
	}
}

// Two loads at once come one after the other; both are there in the end.
func TestLoadsSideBySide(t *testing.T) {
	dsn := pgtest.DB(t, tables)
	const loads = 4
	done := make(chan error, loads)
	for i := range loads {
		conn := pgtest.Connect(t, dsn)
		go func() {
			text := strings.ReplaceAll(records, `"b"`, fmt.Sprintf(`"b%d"`, i))
			_, err := store.Load(t.Context(), conn, strings.NewReader(text), options())
			done <- err
		}()
	}
	for range loads {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if n := count(t, pgtest.Connect(t, dsn), "sqlq.live where valid_to = 'infinity'"); n != loads+1 {
		t.Errorf("%d live objects", n)
	}
}
