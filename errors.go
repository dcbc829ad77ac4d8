package sqlq

import (
	"errors"
	"net/url"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqlq-dev/sqlq/schema"
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

// notReady are refusals that say nothing about who asks: full, starting,
// shutting down.
func notReady(code string) bool {
	return strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08") || code == "53300"
}

func unreachable(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && !notReady(pg.Code) {
		return refused(err, pg)
	}
	hint := "check host and port, and that the server runs; sqlq db start gives you a local one"
	if pg != nil {
		hint = "the server is full or not ready: try again in a moment"
	}
	return &Error{Code: "unreachable", Message: "the database cannot be reached", Err: scrub(err), Hint: hint}
}

// refused is a server that answers, but will not have us.
func refused(err error, pg *pgconn.PgError) error {
	user, database := "ROLE", "DATABASE"
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) {
		user, database = shellWord(connect.Config.User), shellWord(connect.Config.Database)
	}
	hint := "see: sqlq doctor"
	switch {
	case pg.Code == "28P01":
		hint = "check the password: PGPASSWORD, the password file or the service file"
	case pg.Code == "28000" && pg.Routine == "InitializeSessionUserId":
		hint = "name a role that may log in, or make this one on the server: createuser " + user
	case pg.Code == "28000":
		hint = "the server's pg_hba.conf does not let this user in from here"
	case pg.Code == "3D000":
		hint = "create the database first: createdb " + database
	case pg.Code == "42501":
		hint = "as owner of the database: grant connect on database … to the role"
	}
	return &Error{Code: "refused", Message: "the server refused the connection", Hint: hint, Err: pg}
}

var ordinary = regexp.MustCompile(`^[A-Za-z0-9_.:@%+=/-]+$`)

// shellWord quotes a name for a shell where it must be.
func shellWord(name string) string {
	if ordinary.MatchString(name) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

var passwordPair = regexp.MustCompile(`(?i)(password\s*=\s*)('(?:[^'\\]|\\.)*'|\S+)`)

// scrub takes passwords out of an error that may quote a connection string.
func scrub(err error) error {
	text := err.Error()
	clean := passwordPair.ReplaceAllString(text, "${1}xxxxx")
	for _, word := range strings.Fields(clean) {
		word = strings.Trim(word, "`'\"(),")
		if u, parseErr := url.Parse(word); parseErr == nil && u.User != nil && !ourScheme(u.Scheme) {
			clean = strings.ReplaceAll(clean, word, u.Redacted())
		}
	}
	if clean == text {
		return err
	}
	return errors.New(clean)
}

// ourScheme tells an address such as object://note:1@1, which only looks as if
// it held a password.
func ourScheme(scheme string) bool {
	switch scheme + "://" {
	case schema.ObjectScheme, schema.EntityScheme, schema.ContextScheme:
		return true
	}
	return false
}
