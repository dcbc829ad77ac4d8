// Package migrations creates and upgrades the schema sqlq. The files are plain
// SQL, one transaction each, embedded in the binary and run by golang-migrate.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/golang-migrate/migrate/v4"
	"github.com/golang-migrate/migrate/v4/database"
	driver "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

//go:embed core/*.sql
var files embed.FS

// Schema is where everything that sqlq creates lives.
const Schema = "sqlq"

const versionTable = "schema_migrations"

// Status says where a database stands.
type Status struct {
	Version int  `json:"version"` // last migration that was begun; 0: none
	Latest  int  `json:"latest"`  // last migration that this binary knows
	Dirty   bool `json:"dirty"`   // migration Version failed half-way
}

// Problem is a state that people must resolve; Hint says how.
type Problem struct {
	Message string
	Hint    string
	Err     error
}

func (p *Problem) Error() string {
	if p.Err != nil {
		return p.Message + ": " + p.Err.Error()
	}
	return p.Message
}

func (p *Problem) Unwrap() error { return p.Err }

// Up runs the migrations that are missing. Several starts at once wait for each
// other. A migration that was cut off, by an error or a kill, is found out by
// what it left: each file is one transaction, so it is there or it is not, and Up
// goes on from there. A database from a newer sqlq is a Problem.
func Up(ctx context.Context, config *pgx.ConnConfig) error {
	return run(ctx, config, func(m *migrate.Migrate) error {
		return finish(ctx, config, m.Up(), "sqlq migrate up")
	})
}

// Down takes every migration back: all data of schema sqlq is dropped. The
// schema itself and its version table stay.
func Down(ctx context.Context, config *pgx.ConnConfig) error {
	return run(ctx, config, func(m *migrate.Migrate) error {
		return finish(ctx, config, m.Down(), "sqlq migrate down --yes")
	})
}

// finish turns the error of a migration into a Problem that says which one it
// was and how to go on.
func finish(ctx context.Context, config *pgx.ConnConfig, err error, command string) error {
	if err == nil || errors.Is(err, migrate.ErrNoChange) {
		return nil
	}
	err = bare(err)
	status, statusErr := ReadStatus(context.WithoutCancel(ctx), config)
	if statusErr != nil || !status.Dirty {
		return err
	}
	return &Problem{
		Message: fmt.Sprintf("the migration to version %d failed and changed nothing", status.Version),
		Hint:    "mend the cause, then run again: " + command,
		Err:     err,
	}
}

// Force records a version without running anything. Up finds out by itself where
// to go on, so this is for databases that somebody changed by hand. Version 0
// means that no migration has run.
func Force(ctx context.Context, config *pgx.ConnConfig, version int) error {
	latest, err := Latest()
	if err != nil {
		return err
	}
	if version < 0 || version > latest {
		return &Problem{Message: fmt.Sprintf("version %d is outside 0 to %d", version, latest)}
	}
	return locked(ctx, config, func(m *migrate.Migrate) error { return m.Force(forced(version)) })
}

// forced is how golang-migrate calls a version.
func forced(version int) int {
	if version == 0 {
		return -1
	}
	return version
}

// Check tells whether queries can run: nil, or the Problem that stands against it.
func (s Status) Check() error {
	switch {
	case s.Dirty:
		return dirty(s)
	case s.Version > s.Latest:
		return newer(s)
	case s.Version == 0:
		return &Problem{Message: "the database has no sqlq tables", Hint: "run: sqlq migrate up"}
	case s.Version < s.Latest:
		return &Problem{
			Message: fmt.Sprintf("the sqlq tables are of version %d, this sqlq needs %d", s.Version, s.Latest),
			Hint:    "run: sqlq migrate up",
		}
	}
	return nil
}

func dirty(s Status) error {
	return &Problem{
		Message: fmt.Sprintf("a migration was cut off at version %d", s.Version),
		Hint:    "run: sqlq migrate up; it finds out what is there and goes on",
	}
}

func newer(s Status) error {
	return &Problem{
		Message: fmt.Sprintf("the database is of version %d, made by a newer sqlq; this one knows up to %d", s.Version, s.Latest),
		Hint:    "install the newer sqlq",
	}
}

// run does something after the recorded version has been set to what is there.
func run(ctx context.Context, config *pgx.ConnConfig, do func(*migrate.Migrate) error) error {
	return locked(ctx, config, func(m *migrate.Migrate) error {
		status, err := ReadStatus(ctx, config)
		if err != nil {
			return err
		}
		if status.Version > status.Latest {
			return newer(status)
		}
		there, err := applied(ctx, config)
		if err != nil {
			return err
		}
		if there != status.Version || status.Dirty {
			if err := m.Force(forced(there)); err != nil {
				return err
			}
		}
		return do(m)
	})
}

// traces names, for each migration, something that it alone creates.
var traces = []string{"sqlq.edge", "sqlq.census", "sqlq.touched"}

// applied is the version that the tables themselves are of.
func applied(ctx context.Context, config *pgx.ConnConfig) (int, error) {
	conn, err := connect(ctx, config)
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // read only
	version := 0
	for i, name := range traces {
		var there bool
		if err := conn.QueryRow(ctx, "select pg_catalog.to_regclass($1) is not null", name).Scan(&there); err != nil {
			return 0, err
		}
		if there {
			version = i + 1
		}
	}
	return version, nil
}

// locked opens connections of its own, for golang-migrate closes what it is
// given. One of them holds a lock throughout, so that starts at once follow each
// other and none sees another's migration half-way.
func locked(ctx context.Context, config *pgx.ConnConfig, do func(*migrate.Migrate) error) (err error) {
	db := stdlib.OpenDB(*safe(config))
	defer db.Close() //nolint:errcheck // closed by m.Close as well
	lock, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer lock.Close() //nolint:errcheck // ends the lock
	if _, err := lock.ExecContext(ctx, "select pg_advisory_lock(hashtext('sqlq.migrate'))"); err != nil {
		return err
	}
	defer lock.ExecContext(context.WithoutCancel(ctx), "select pg_advisory_unlock(hashtext('sqlq.migrate'))") //nolint:errcheck // ends with the connection anyway
	if err := createSchema(ctx, lock); err != nil {
		return rights(err)
	}
	m, err := open(db)
	if err != nil {
		return rights(err)
	}
	defer func() { // gives the connection of golang-migrate back
		sourceErr, targetErr := m.Close()
		err = errors.Join(err, sourceErr, targetErr)
	}()
	stop := context.AfterFunc(ctx, func() { m.GracefulStop <- true })
	defer stop()
	return do(m)
}

// safe makes names without a schema the server's own, whoever else may have made
// functions of the same name.
func safe(config *pgx.ConnConfig) *pgx.ConnConfig {
	config = config.Copy()
	config.RuntimeParams["search_path"] = "pg_catalog"
	return config
}

func connect(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	config = config.Copy()
	config.DefaultQueryExecMode = pgx.QueryExecModeExec // nothing prepared, in case of a pooler
	return pgx.ConnectConfig(ctx, config)
}

func open(db *sql.DB) (*migrate.Migrate, error) {
	source, err := iofs.New(files, "core")
	if err != nil {
		return nil, err
	}
	target, err := driver.WithInstance(db, &driver.Config{SchemaName: Schema, MigrationsTable: versionTable})
	if err != nil {
		return nil, err
	}
	return migrate.NewWithInstance("iofs", source, "pgx5", target)
}

// bare is the error of the server, without the whole file in its text.
func bare(err error) error {
	var byValue database.Error
	var byPointer *database.Error
	switch {
	case errors.As(err, &byValue) && byValue.OrigErr != nil:
		return byValue.OrigErr
	case errors.As(err, &byPointer) && byPointer.OrigErr != nil:
		return byPointer.OrigErr
	}
	return err
}

// rights turns a refusal of the server into a Problem with the grant that helps.
func rights(err error) error {
	err = bare(err)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42501" {
		return &Problem{
			Message: "the role may not create what sqlq needs",
			Hint:    "as owner of the database: grant create on database … to …; or let the owner run: sqlq migrate up",
			Err:     err,
		}
	}
	return err
}

func createSchema(ctx context.Context, conn *sql.Conn) error {
	var exists bool
	if err := conn.QueryRowContext(ctx, "select to_regnamespace('sqlq') is not null").Scan(&exists); err != nil || exists {
		return err
	}
	_, err := conn.ExecContext(ctx, "create schema "+Schema)
	return err
}

// ReadStatus reads where the database stands and changes nothing.
func ReadStatus(ctx context.Context, config *pgx.ConnConfig) (Status, error) {
	latest, err := Latest()
	if err != nil {
		return Status{}, err
	}
	s := Status{Latest: latest}
	conn, err := connect(ctx, config)
	if err != nil {
		return s, err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // read only
	var exists bool
	if err := conn.QueryRow(ctx, "select pg_catalog.to_regclass('sqlq.schema_migrations') is not null").Scan(&exists); err != nil || !exists {
		return s, err
	}
	err = conn.QueryRow(ctx, "select version, dirty from sqlq.schema_migrations").Scan(&s.Version, &s.Dirty)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, nil
	}
	return s, err
}

// Latest is the number of the last migration file.
func Latest() (int, error) {
	names, err := fs.Glob(files, "core/*.up.sql")
	return len(names), err
}
