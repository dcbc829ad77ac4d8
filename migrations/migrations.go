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
// other. A database from a newer sqlq, or one where a migration failed, is a
// Problem.
func Up(ctx context.Context, config *pgx.ConnConfig) error {
	return run(ctx, config, func(m *migrate.Migrate, s Status) error {
		switch {
		case s.Dirty:
			return dirty(s)
		case s.Version > s.Latest:
			return newer(s)
		}
		err := m.Up()
		if err == nil || errors.Is(err, migrate.ErrNoChange) {
			return nil
		}
		now, statusErr := readStatus(ctx, config)
		if statusErr != nil {
			return err
		}
		return &Problem{
			Message: fmt.Sprintf("migration %d failed and left nothing behind", now.Version),
			Hint:    fmt.Sprintf("mend the cause, then run: sqlq migrate force %d && sqlq migrate up", now.Version-1),
			Err:     err,
		}
	})
}

// Down takes every migration back: all data of schema sqlq is dropped. The
// schema itself and its version table stay.
func Down(ctx context.Context, config *pgx.ConnConfig) error {
	return run(ctx, config, func(m *migrate.Migrate, s Status) error {
		switch {
		case s.Dirty:
			return dirty(s)
		case s.Version > s.Latest:
			return newer(s)
		}
		err := m.Down()
		if err == nil || errors.Is(err, migrate.ErrNoChange) {
			return nil
		}
		now, statusErr := readStatus(ctx, config)
		if statusErr != nil || !now.Dirty {
			return err
		}
		return &Problem{
			Message: fmt.Sprintf("taking migration %d back failed and changed nothing", now.Version+1),
			Hint:    fmt.Sprintf("mend the cause, then run: sqlq migrate force %d && sqlq migrate down --yes", now.Version+1),
			Err:     err,
		}
	})
}

// Force records a version without running anything: the way out after a failed
// migration was cleaned up. Version 0 means that none has run.
func Force(ctx context.Context, config *pgx.ConnConfig, version int) error {
	return run(ctx, config, func(m *migrate.Migrate, s Status) error {
		if version < 0 || version > s.Latest {
			return &Problem{Message: fmt.Sprintf("version %d is outside 0 to %d", version, s.Latest)}
		}
		if version == 0 {
			version = -1 // what golang-migrate calls no version
		}
		return m.Force(version)
	})
}

// ReadStatus reads where the database stands and changes nothing.
func ReadStatus(ctx context.Context, config *pgx.ConnConfig) (Status, error) {
	return readStatus(ctx, config)
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
		Message: fmt.Sprintf("a migration at version %d failed earlier and was not resolved", s.Version),
		Hint: fmt.Sprintf("each file is one transaction, so nothing is half done; after a failed up run: sqlq migrate force %d && sqlq migrate up; "+
			"after a failed down: sqlq migrate force %d && sqlq migrate down --yes", s.Version-1, s.Version+1),
	}
}

func newer(s Status) error {
	return &Problem{
		Message: fmt.Sprintf("the database is of version %d, made by a newer sqlq; this one knows up to %d", s.Version, s.Latest),
		Hint:    "install the newer sqlq",
	}
}

// run opens connections of its own, for golang-migrate closes what it is given.
// One of them holds a lock throughout, so that starts at once follow each other
// and none sees another's migration half-way.
func run(ctx context.Context, config *pgx.ConnConfig, do func(*migrate.Migrate, Status) error) (err error) {
	db := stdlib.OpenDB(*config)
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
	status, err := readStatus(ctx, config)
	if err != nil {
		return err
	}
	return do(m, status)
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

// rights turns a refusal of the server into a Problem with the grant that helps.
func rights(err error) error {
	var wrapped *database.Error
	if errors.As(err, &wrapped) && wrapped.OrigErr != nil {
		err = wrapped.OrigErr
	}
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

func readStatus(ctx context.Context, config *pgx.ConnConfig) (Status, error) {
	latest, err := Latest()
	if err != nil {
		return Status{}, err
	}
	s := Status{Latest: latest}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return s, err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // read only
	var exists bool
	if err := conn.QueryRow(ctx, "select to_regclass('sqlq.schema_migrations') is not null").Scan(&exists); err != nil || !exists {
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
