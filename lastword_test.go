package sqlq_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// slow is an input that makes the server wait in the middle.
type slow struct {
	io.Reader
	pause func()
	n     int
}

func (s *slow) Read(p []byte) (int, error) {
	if s.n++; s.n == 2 {
		s.pause()
	}
	return s.Reader.Read(p[:min(len(p), 64<<10)])
}

// Why a server ended the connection is told, also when the first to notice is a
// write.
func TestReasonOfTheEnd(t *testing.T) {
	dsn := pgtest.DB(t, small)
	admin := pgtest.Connect(t, dsn)
	impatient := pgtest.Role(t, dsn, "alter role {role} set idle_in_transaction_session_timeout = '50ms'",
		"grant usage on schema sqlq to {role}", "grant select, insert, update, delete on all tables in schema sqlq to {role}",
		"grant temporary on database "+pgx.Identifier{admin.Config().Database}.Sanitize()+" to {role}")
	for name, test := range map[string]struct {
		dsn, word string
		pause     func()
	}{
		"time limit": {impatient, "idle-in-transaction", func() { time.Sleep(300 * time.Millisecond) }},
		"terminated": {dsn, "administrator command", func() {
			if _, err := admin.Exec(t.Context(), `select pg_terminate_backend(pid, 5000) from pg_stat_activity
				where datname = current_database() and pid <> pg_backend_pid()`); err != nil {
				t.Error(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			db := open(t, sqlq.Config{DSN: test.dsn})
			records := strings.Repeat(`{"kind":"object","id":"x","type":"t"}`+"\n", 20_000)
			_, err := db.Load(t.Context(), &slow{Reader: strings.NewReader(records), pause: test.pause}, store.Options{})
			wantError(t, err, "unreachable", "ended the connection", test.word, "nothing was written")
		})
	}
}

// A load that the server stops is not told to narrow a query.
func TestLoadStopped(t *testing.T) {
	dsn := pgtest.DB(t, small)
	role := pgtest.Role(t, dsn, "alter role {role} set statement_timeout = '100ms'", "grant usage on schema sqlq to {role}",
		"grant select, insert, update, delete on all tables in schema sqlq to {role}")
	holder := pgtest.Connect(t, dsn)
	if _, err := holder.Exec(t.Context(), "begin; lock table sqlq.object, sqlq.live in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	_, err := open(t, sqlq.Config{DSN: role}).Load(t.Context(), strings.NewReader(smallRecords), store.Options{})
	wantError(t, err, "timeout", "statement_timeout", "nothing was written")
	if strings.Contains(err.Error(), "query") {
		t.Errorf("a load reads as a query: %v", err)
	}
}

// An address of sqlq is no address of a server, and is not cut.
func TestDiagnoseKeepsAddresses(t *testing.T) {
	err := sqlq.Diagnose(errors.New("conn closed at object://note:1@1, postgres://u:" + secret + "@h/d"))
	wantError(t, err, "unreachable", "object://note:1@1")
}
