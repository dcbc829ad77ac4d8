package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/pglocal"
)

// connectTimeout bounds the way to a server when the address sets no limit.
const connectTimeout = 10 * time.Second

// place is the database that a command works on.
type place struct {
	dsn   string // empty: the PG* variables say it all
	from  string // who named it, in words
	local *pglocal.Server
	made  bool // the local database was made just now
}

// locate finds the database: --dsn, DATABASE_URL, the PG* variables, else the
// local server, which it starts.
func (a *app) locate(ctx context.Context) (place, error) {
	switch {
	case a.dsn.Changed && a.dsn.Value.String() == "":
		return place{}, usagef("leave --dsn out to use DATABASE_URL, the PG* variables or the local server", "--dsn is empty")
	case a.dsn.Changed:
		return place{dsn: a.dsn.Value.String(), from: "--dsn"}, nil
	case a.env("DATABASE_URL") != "":
		return place{dsn: a.env("DATABASE_URL"), from: "DATABASE_URL"}, nil
	}
	for _, name := range []string{"PGHOST", "PGPORT", "PGDATABASE", "PGUSER", "PGSERVICE"} {
		if a.env(name) != "" {
			return place{from: name}, nil
		}
	}
	server, err := a.startLocal(ctx)
	if err != nil {
		return place{}, err
	}
	p := place{dsn: server.DSN(localDatabase), from: "the local server", local: server}
	if p.made, err = ensureDatabase(ctx, server, localDatabase); err != nil {
		return place{}, errors.Join(sqlq.Diagnose(err), p.Close())
	}
	return p, nil
}

// Close gives the share of the local server back.
func (p place) Close() error {
	if p.local == nil {
		return nil
	}
	return p.local.Close()
}

// settings reads the address as the library does and adds what this command
// wants: a time limit and the log of --verbose.
func (a *app) settings(p place) (*pgxpool.Config, error) {
	settings, err := sqlq.ParseDSN(p.dsn)
	if err != nil {
		return nil, unreadable(p, err)
	}
	if misread(settings.ConnConfig) {
		return nil, unreadable(p, &sqlq.Error{Code: "bad_dsn", Err: errors.New("`: an @ in the host or database")})
	}
	if settings.ConnConfig.ConnectTimeout == 0 && !strings.Contains(p.dsn, "connect_timeout") && a.env("PGCONNECT_TIMEOUT") == "" {
		settings.ConnConfig.ConnectTimeout = connectTimeout
	}
	if a.verbose {
		settings.ConnConfig.Tracer = tracer{a.log()}
	}
	return settings, nil
}

// opened is an open database and what has to be given back with it.
type opened struct {
	*sqlq.DB
	place place
}

// open connects to the database that the flags and the environment name. The
// local server's own database is brought to the current version on the way.
func (a *app) open(ctx context.Context, timeout time.Duration) (*opened, error) {
	p, err := a.locate(ctx)
	if err != nil {
		return nil, err
	}
	db, err := a.openPlace(ctx, p, timeout)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	if p.local != nil {
		if err := a.upgrade(ctx, db, p); err != nil {
			db.Close()
			return nil, errors.Join(err, p.Close())
		}
	}
	return &opened{db, p}, nil
}

func (a *app) openPlace(ctx context.Context, p place, timeout time.Duration) (*sqlq.DB, error) {
	settings, err := a.settings(p)
	if err != nil {
		return nil, err
	}
	db, err := sqlq.OpenWith(ctx, settings, sqlq.Config{Timeout: timeout})
	a.asked = err == nil
	return db, err
}

// Close gives back the connections and the local server. It waits until the
// server has heard of a statement that was interrupted.
func (s *opened) Close() {
	s.DB.Close()
	s.place.Close() //nolint:errcheck // the share ends with the process in any case
}
