package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/pglocal"
	"github.com/sqlq-dev/sqlq/sample"
	"github.com/sqlq-dev/sqlq/store"
)

// demoLock is the key of the advisory lock under which the sample is loaded.
const demoLock = 0x73716c71

// openSample opens the database of the sample. It is made anew unless it holds
// this very sample in tables of this version: a comment on the database, written
// last, says so.
func (a *app) openSample(ctx context.Context, server *pglocal.Server) (*sqlq.DB, error) {
	want, err := sampleMark()
	if err != nil {
		return nil, err
	}
	p := place{dsn: server.DSN(demoDatabase), from: "the local server"}
	err = withAdmin(ctx, server, func(conn *pgx.Conn) error {
		if got, err := readMark(ctx, conn); err != nil || got == want {
			return err
		}
		// Of several demos at once, one loads and the others wait.
		if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", demoLock); err != nil {
			return err
		}
		if got, err := readMark(ctx, conn); err != nil || got == want {
			return err
		}
		a.say("loading the sample into database %s", demoDatabase)
		if err := a.loadSample(ctx, conn, p); err != nil {
			return err
		}
		_, err := conn.Exec(ctx, "comment on database "+demoDatabase+" is '"+want+"'")
		return err
	})
	if err != nil {
		return nil, sqlq.Diagnose(err)
	}
	return a.openPlace(ctx, p, sqlq.DefaultTimeout)
}

// sampleMark names the sample and what made its tables: what another version of
// sqlq loaded is loaded anew.
func sampleMark() (string, error) {
	hash := sha256.New()
	if _, err := io.Copy(hash, sample.Records()); err != nil {
		return "", err
	}
	latest, err := migrations.Latest()
	fmt.Fprint(hash, latest, buildVersion())
	return "sqlq sample " + hex.EncodeToString(hash.Sum(nil)), err
}

// readMark reads which sample the database holds; empty without one.
func readMark(ctx context.Context, conn *pgx.Conn) (string, error) {
	var mark string
	err := conn.QueryRow(ctx,
		"select coalesce(shobj_description(oid, 'pg_database'), '') from pg_database where datname = $1", demoDatabase).Scan(&mark)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return mark, err
}

func (a *app) loadSample(ctx context.Context, conn *pgx.Conn, p place) error {
	if _, err := conn.Exec(ctx, "drop database if exists "+demoDatabase+" with (force)"); err != nil {
		return err
	}
	if err := createDatabase(ctx, conn, demoDatabase); err != nil {
		return err
	}
	db, err := a.openPlace(ctx, p, noTimeout)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := migrations.Up(ctx, db.Pool().Config().ConnConfig); err != nil {
		return err
	}
	_, err = db.Load(ctx, sample.Records(), store.Options{Source: "the sample"})
	return err
}
