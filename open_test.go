package sqlq_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// secret is the password that must appear nowhere.
const secret = "hidden-word"

// wantError checks code and hint of an error, and that the password is not in it.
func wantError(t *testing.T, err error, code string, words ...string) {
	t.Helper()
	var e *sqlq.Error
	if !errors.As(err, &e) {
		t.Errorf("the answer is no *sqlq.Error but %T: %v", err, err)
		return
	}
	if e.Code != code {
		t.Errorf("the code is %s, want %s: %v", e.Code, code, err)
	}
	if e.Hint == "" && code != "bad_dsn" {
		t.Errorf("%s has no hint: %v", e.Code, err)
	}
	text := err.Error() + e.Hint + fmt.Sprintf("%+v", errors.Unwrap(e))
	if strings.Contains(text, secret) {
		t.Errorf("the password is in the error: %s", text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("the error does not say %q: %s", w, text)
		}
	}
}

func TestUnreachable(t *testing.T) {
	for name, dsn := range map[string]string{
		"nobody listens":      "postgres://u:" + secret + "@127.0.0.1:1/d?connect_timeout=3",
		"as words":            "host=127.0.0.1 port=1 user=u password=" + secret + " dbname=d",
		"no such socket":      "host=/nowhere/at/all user=u password='" + secret + "' dbname=d",
		"no such host":        "postgres://u:" + secret + "@no-such-host.invalid/d?connect_timeout=3",
		"several, all silent": "postgres://u:" + secret + "@127.0.0.1:1,127.0.0.1:2/d",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := sqlq.Open(t.Context(), sqlq.Config{DSN: dsn})
			wantError(t, err, "unreachable")
			if !sqlq.IsUnreachable(err) {
				t.Error("IsUnreachable says no")
			}
		})
	}
}

func TestBadDSN(t *testing.T) {
	for _, dsn := range []string{
		"postgres://u:" + secret + "@host:port/d", "host=x port=abc password=" + secret, "postgres://u:" + secret + "@[::1/d",
		"password=" + secret + " sslmode=perhaps host=x", "postgres://u:" + secret + "@h/d?sslmode=perhaps",
		"postgres://u:" + secret + "@h/d?default_query_exec_mode=guess", "host=x password='" + secret,
		"postgres://u:" + secret + "%zz@h/d", "postgres://u@h/d?password=" + secret + "&connect_timeout=soon",
	} {
		_, err := sqlq.ParseDSN(dsn)
		if err == nil {
			t.Errorf("%s is accepted", strings.ReplaceAll(dsn, secret, "…"))
			continue
		}
		wantError(t, err, "bad_dsn")
	}
}

func TestParseDSN(t *testing.T) {
	for dsn, want := range map[string]string{"host=x": "sqlq", "host=x application_name=mine": "mine"} {
		c, err := sqlq.ParseDSN(dsn)
		if err != nil || c.ConnConfig.RuntimeParams["application_name"] != want {
			t.Errorf("%s has the parameters %v, %v", dsn, c.ConnConfig.RuntimeParams, err)
		}
	}
	_, err := sqlq.ParseDSN("host=x default_query_exec_mode=describe_exec")
	wantError(t, err, "unsafe_exec_mode", "cache_describe")
}

// refusing is a server that lets nobody in.
func refusing(t *testing.T, code, message string, routine ...string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			server := pgproto3.NewBackend(conn, conn)
			if _, err := server.ReceiveStartupMessage(); err == nil {
				server.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: message, Routine: strings.Join(routine, "")})
				server.Flush() //nolint:errcheck // the client may be gone
			}
			conn.Close()
		}
	}()
	return fmt.Sprintf("postgres://u:%s@%s/d?sslmode=disable", secret, listener.Addr())
}

func TestRefused(t *testing.T) {
	for code, message := range map[string]string{
		"28P01": `password authentication failed for user "u"`, "28000": "no pg_hba.conf entry for host", "3D000": `database "d" does not exist`,
	} {
		_, err := sqlq.Open(t.Context(), sqlq.Config{DSN: refusing(t, code, message)})
		wantError(t, err, "refused", message)
		if sqlq.IsUnreachable(err) {
			t.Errorf("%s reads as unreachable", code)
		}
	}
	_, err := sqlq.Open(t.Context(), sqlq.Config{DSN: refusing(t, "28000", `role "u" does not exist`, "InitializeSessionUserId")})
	wantError(t, err, "refused", "createuser u")
	_, err = sqlq.Open(t.Context(), sqlq.Config{DSN: refusing(t, "3D000", `database "d" does not exist`)})
	wantError(t, err, "refused", "createdb d")
	for code, message := range map[string]string{"57P03": "the database system is starting up", "53300": "too many clients already"} {
		_, err := sqlq.Open(t.Context(), sqlq.Config{DSN: refusing(t, code, message)})
		wantError(t, err, "unreachable", message)
	}
}

// In another encoding tokens would be cut wrongly, so such a database is refused.
func TestEncodings(t *testing.T) {
	dsn := pgtest.DB(t)
	admin := pgtest.Connect(t, dsn)
	for _, encoding := range []string{"LATIN1", "SQL_ASCII"} {
		name := admin.Config().Database + "_" + strings.ToLower(encoding)
		quoted := pgx.Identifier{name}.Sanitize()
		if _, err := admin.Exec(t.Context(), "create database "+quoted+" template template0 encoding '"+encoding+"' locale 'C'"); err != nil {
			t.Fatal(err)
		}
		config := admin.Config().Copy()
		_, err := sqlq.Open(t.Context(), sqlq.Config{DSN: strings.Replace(dsn, config.Database, name, 1)})
		wantError(t, err, "server_encoding", encoding, "UTF8")
		if _, err := admin.Exec(t.Context(), "drop database "+quoted+" with (force)"); err != nil {
			t.Error(err)
		}
	}
}

func TestStateOfTheDatabase(t *testing.T) {
	empty := open(t, sqlq.Config{DSN: pgtest.DB(t)})
	_, err := empty.Context(t.Context(), ask, sqlq.Run{})
	wantError(t, err, "no_schema", "sqlq migrate up")

	dsn := pgtest.DB(t, small)
	for name, grants := range map[string][]string{
		"no right at all": nil, "the schema alone": {"grant usage on schema sqlq to {role}"},
		"not all tables": {"grant usage on schema sqlq to {role}", "grant select on sqlq.live, sqlq.node to {role}"},
	} {
		t.Run(name, func(t *testing.T) {
			db := open(t, sqlq.Config{DSN: pgtest.Role(t, dsn, grants...)})
			_, err := db.Context(t.Context(), ask, sqlq.Run{})
			wantError(t, err, "no_rights", "grant")
		})
	}
}
