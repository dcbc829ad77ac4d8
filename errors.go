package sqlq

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqlq-dev/sqlq/store"
)

// Error is what went wrong outside the language: reaching the server, rights,
// the state of the database. Errors of the language are *source.Diagnostic,
// those of records *store.RecordError, those of migrations *migrations.Problem.
type Error struct {
	Code    string // stable word, such as unreachable or no_rights
	Message string
	Hint    string // what to do next; empty when there is nothing to add
	Err     error  // cause; never holds a password
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// IsUnreachable tells whether an error means that the server cannot be reached
// or went away.
func IsUnreachable(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == "unreachable"
}

func unreachable(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && !strings.HasPrefix(pg.Code, "57P") && !strings.HasPrefix(pg.Code, "08") && pg.Code != "53300" {
		return refused(pg)
	}
	return &Error{
		Code: "unreachable", Message: "the database cannot be reached", Err: scrub(err),
		Hint: "check host, port and that the server runs: sqlq doctor; or use the local one: sqlq db start",
	}
}

// refused is a server that answers, but will not have us.
func refused(pg *pgconn.PgError) error {
	hint := map[string]string{
		"28P01": "check the password: PGPASSWORD, the password file or the service file",
		"28000": "the server's pg_hba.conf does not let this user in from here",
		"3D000": "create the database first: createdb",
	}[pg.Code]
	return &Error{Code: "refused", Message: "the server refused the connection", Hint: hint, Err: pg}
}

// explain adds to a server error what a person needs to go on.
func explain(err error) error {
	var pg *pgconn.PgError
	var input *store.InputError
	var record *store.RecordError
	if errors.As(err, &input) || errors.As(err, &record) {
		return err // not the server's doing
	}
	if !errors.As(err, &pg) {
		if err != nil && lost(err) {
			return unreachable(err)
		}
		return err
	}
	e := &Error{Err: err}
	switch {
	case pg.Code == "57014":
		e.Code, e.Message, e.Hint = "timeout", "the query took longer than allowed and was stopped", "narrow it with USING PROJECT or MAX DEPTH, or allow more with --timeout"
	case pg.Code == "42501":
		e.Code, e.Message, e.Hint = "no_rights", "the role may not do this", "grant usage on schema sqlq and select on its tables, then see: sqlq doctor"
	case pg.Code == "42P01" || pg.Code == "3F000" || pg.Code == "42703":
		e.Code, e.Message, e.Hint = "no_schema", "the database has no sqlq tables, or those of another version", "run: sqlq migrate up"
	case pg.Code == "25006":
		e.Code, e.Message, e.Hint = "read_only", "the server is read only, a replica perhaps", "load into the primary"
	case strings.HasPrefix(pg.Code, "53"):
		e.Code, e.Message, e.Hint = "server_full", "the server has run out of something", "nothing was written; make room (disk, memory, connections) and try again"
	case strings.HasPrefix(pg.Code, "57P") || strings.HasPrefix(pg.Code, "08"):
		return unreachable(err)
	default:
		return fmt.Errorf("the server reports SQLSTATE %s: %w", pg.Code, err)
	}
	return e
}

// lost tells an ended connection from other errors.
func lost(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var connect *pgconn.ConnectError
	return errors.As(err, &connect) || pgconn.SafeToRetry(err) || strings.Contains(err.Error(), "conn closed") ||
		strings.Contains(err.Error(), "unexpected EOF") || strings.Contains(err.Error(), "connection reset") ||
		strings.Contains(err.Error(), "broken pipe")
}

var passwordPair = regexp.MustCompile(`(?i)(password\s*=\s*)('(?:[^'\\]|\\.)*'|\S+)`)

// scrub takes passwords out of an error that may quote a connection string.
func scrub(err error) error {
	text := err.Error()
	clean := passwordPair.ReplaceAllString(text, "${1}xxxxx")
	for _, word := range strings.Fields(clean) {
		word = strings.Trim(word, "`'\"(),")
		if u, parseErr := url.Parse(word); parseErr == nil && u.User != nil {
			clean = strings.ReplaceAll(clean, word, u.Redacted())
		}
	}
	if clean == text {
		return err
	}
	return errors.New(clean)
}

// Diagnose turns an error of a server or of the way to it into an *Error that
// says what to do, as the methods of DB do themselves. Other errors come back as
// they are.
func Diagnose(err error) error {
	var connect *pgconn.ConnectError
	var known *Error
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.As(err, &connect):
		return unreachable(err)
	}
	return explain(err)
}
