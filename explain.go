package sqlq

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqlq-dev/sqlq/store"
)

// task is what the server was asked to do when it reported an error; what a
// person can do about it depends on that.
type task int

const (
	querying task = iota
	loading
	managing // migrations, looking at the server
)

// explain adds to a server error of a query what a person needs to go on.
func explain(err error) error { return explainFor(querying, err) }

func explainFor(doing task, err error) error {
	var pg *pgconn.PgError
	var input *store.InputError
	var record *store.RecordError
	switch {
	case err == nil, errors.As(err, &input), errors.As(err, &record):
		return err // not the server's doing
	case errors.As(err, &pg):
		return explainServer(doing, err, pg)
	case lost(err):
		return unreachable(err)
	}
	return err
}

func explainServer(doing task, err error, pg *pgconn.PgError) error {
	e := &Error{Err: err}
	switch {
	case pg.Code == "57014":
		e.Code, e.Message, e.Hint = "timeout", "the statement was stopped before it was done", stoppedHint(doing)
		if doing == querying {
			e.Message = "the query took longer than allowed and was stopped"
		}
	case pg.Code == "42501" && pg.Routine == "check_enable_rls",
		pg.Code == "0A000" && doing == loading && pg.Routine == "DoCopy":
		e.Code, e.Message = "no_rights", "row security hides rows from the role, and what is derived must be derived from all"
		e.Hint = "nothing was written; do it as the owner of the tables, or as a role with bypassrls"
	case pg.Code == "42501":
		e.Code, e.Message, e.Hint = "no_rights", "the role may not do this", rightsHint(doing)
	case pg.Code == "42P01" || pg.Code == "3F000" || pg.Code == "42703":
		e.Code, e.Message, e.Hint = "no_schema", "the database has no sqlq tables, or those of another version", "run: sqlq migrate up"
	case pg.Code == "25006":
		e.Code, e.Message, e.Hint = "read_only", "the server is read only, a replica perhaps", "load into the primary"
	case pg.Code == "25P03" || pg.Code == "25P04" || pg.Code == "57P05":
		e.Code, e.Message = "unreachable", "the server ended the connection"
		e.Hint = "nothing was written; the time limit is the server's: allow the role more, or give the input without pauses, from a file"
	case pg.Code == "57P01" || pg.Code == "57P02":
		e.Code, e.Message, e.Hint = "unreachable", "the server ended the connection", "nothing was written; try again when the server is up"
	case notReady(pg.Code):
		return unreachable(err)
	case strings.HasPrefix(pg.Code, "53"):
		e.Code, e.Message, e.Hint = "server_full", "the server has run out of something", "nothing was written; make room (disk, memory, connections) and try again"
	default:
		return fmt.Errorf("the server reports SQLSTATE %s: %w", pg.Code, err)
	}
	return e
}

// stoppedHint is for a statement that a time limit, or somebody, has stopped.
func stoppedHint(doing task) string {
	const limit = "the limit is the server's statement_timeout: alter role … set statement_timeout = 0"
	switch doing {
	case querying:
		return "narrow it with USING PROJECT or MAX DEPTH, or allow more with --timeout"
	case loading:
		return "nothing was written; " + limit + ", or load smaller files"
	}
	return limit
}

// rightsHint names the rights that are missing.
func rightsHint(doing task) string {
	switch {
	case doing == loading:
		return "grant usage on schema sqlq, and select, insert, update and delete on its tables, and temporary on the database; then see: sqlq doctor"
	case doing == managing:
		return "let the role that owns schema sqlq do it, or grant create on schema sqlq"
	}
	return "grant usage on schema sqlq and select on its tables, then see: sqlq doctor"
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
	return explainFor(managing, err)
}
