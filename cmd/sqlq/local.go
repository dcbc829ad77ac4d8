package main

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/pglocal"
)

// The databases of the local server.
const (
	localDatabase = "sqlq"      // the user's own
	demoDatabase  = "sqlq_demo" // the sample, made anew when it changes
	adminDatabase = "postgres"
)

// localConfig is the local server: that of SQLQ_DATA_DIR, else of this user.
func (a *app) localConfig() pglocal.Config {
	return pglocal.Config{Root: a.env("SQLQ_DATA_DIR"), Log: a.notes()}
}

// startLocal starts the local server or joins the one that runs.
func (a *app) startLocal(ctx context.Context) (*pglocal.Server, error) {
	server, err := pglocal.Start(ctx, a.localConfig())
	if err != nil {
		return nil, localProblem(err)
	}
	a.log().Debug("local server", "folder", server.Root(), "started", server.Launched())
	return server, nil
}

func localProblem(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return &sqlq.Error{
		Code: "unreachable", Message: "the local server cannot be used", Err: err,
		Hint: "name a database of yours instead, with --dsn or DATABASE_URL",
	}
}

// ensureDatabase makes a database of the local server unless it is there, and
// tells whether it did.
func ensureDatabase(ctx context.Context, server *pglocal.Server, name string) (made bool, err error) {
	err = withAdmin(ctx, server, func(conn *pgx.Conn) error {
		var exists bool
		err := conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", name).Scan(&exists)
		if err != nil || exists {
			return err
		}
		made = true
		return createDatabase(ctx, conn, name)
	})
	return made, err
}

// createDatabase makes a database; that another process was faster is fine.
func createDatabase(ctx context.Context, conn *pgx.Conn, name string) error {
	_, err := conn.Exec(ctx, "create database "+pgx.Identifier{name}.Sanitize()+" encoding 'UTF8' template template0")
	var pg *pgconn.PgError
	if errors.As(err, &pg) && (pg.Code == "42P04" || pg.Code == "23505") {
		return nil
	}
	return err
}

// withAdmin runs do on a connection that may create databases.
func withAdmin(ctx context.Context, server *pglocal.Server, do func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, server.DSN(adminDatabase))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is pending
	return do(conn)
}

// upgrade runs missing migrations in a database of the local server, which is
// sqlq's own. Where tables were there before, it says so: they are empty now, or
// of another version.
func (a *app) upgrade(ctx context.Context, db *sqlq.DB, p place) error {
	config := db.Pool().Config().ConnConfig
	status, err := migrations.ReadStatus(ctx, config)
	if err != nil || status.Check() == nil {
		return sqlq.Diagnose(err)
	}
	if err := migrations.Up(ctx, config); err != nil {
		return sqlq.Diagnose(err)
	}
	switch {
	case p.made:
	case status.Version == 0:
		a.say("note: the local database had no sqlq tables; they are made anew and hold nothing")
	default:
		a.say("note: the tables of the local database were of version %d and are of version %d now", status.Version, status.Latest)
	}
	return nil
}
