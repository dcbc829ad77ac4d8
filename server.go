package sqlq

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqlq-dev/sqlq/migrations"
)

// Oldest and newest server versions that are tested.
const (
	MinServer = 15
	MaxServer = 18
)

// Server is what matters of the server behind a connection.
type Server struct {
	Version  int    // major
	Encoding string // of the database
	Pooler   bool   // a transaction pooler stands between
	Replica  bool   // it is in recovery: reads only
}

// Look connects once and reads what the server is.
func Look(ctx context.Context, config *pgx.ConnConfig) (Server, error) {
	config = config.Copy()
	config.DefaultQueryExecMode = pgx.QueryExecModeExec // nothing prepared, in case of a pooler
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return Server{}, unreachable(err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // read only
	var s Server
	var pid uint32
	err = conn.QueryRow(ctx, `select pg_catalog.current_setting('server_version_num')::int / 10000,
		pg_catalog.current_setting('server_encoding'), pg_catalog.pg_is_in_recovery(), pg_catalog.pg_backend_pid()`).Scan(&s.Version, &s.Encoding, &s.Replica, &pid)
	if err != nil {
		return Server{}, unreachable(err)
	}
	// A pooler answers the connection itself, with a process id of its own.
	s.Pooler = pid != conn.PgConn().PID()
	return s, nil
}

// checkTables refuses tables of another version, which could give wrong answers
// without a word. It asks once.
func (db *DB) checkTables(ctx context.Context, conn *pgx.Conn) error {
	if db.current.Load() {
		return nil
	}
	latest, err := migrations.Latest()
	if err != nil {
		return err
	}
	status := migrations.Status{Latest: latest}
	err = conn.QueryRow(ctx, "select version, dirty from sqlq.schema_migrations", pgx.QueryExecModeExec).Scan(&status.Version, &status.Dirty)
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &pg) && pg.Code == "42501":
		db.current.Store(true) // a reader need not see this table; the tables it needs will tell
		return nil
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return explain(err)
	}
	if err := status.Check(); err != nil {
		return err
	}
	db.current.Store(true)
	return nil
}

// Check refuses a server on which answers could be wrong.
func (s Server) Check() error {
	if s.Version < MinServer {
		return &Error{
			Code:    "server_version",
			Message: fmt.Sprintf("the server is PostgreSQL %d; sqlq needs %d or newer", s.Version, MinServer),
			Hint:    "upgrade the server, or load the data into a newer one",
		}
	}
	if s.Encoding != "UTF8" {
		return &Error{
			Code:    "server_encoding",
			Message: fmt.Sprintf("the database is encoded in %s; sqlq needs UTF8, or tokens would be cut wrongly", s.Encoding),
			Hint:    "create database … encoding 'UTF8' template template0, and load the data there",
		}
	}
	return nil
}
