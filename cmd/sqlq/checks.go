package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/migrations"
)

// checkServer looks at where we are, the version and the encoding.
func checkServer(ctx context.Context, p *patient) ([]check, error) {
	var version, collation, database, user string
	err := p.conn.QueryRow(ctx, `select current_setting('server_version'), datcollate, datname, current_user
		from pg_database where datname = current_database()`).Scan(&version, &collation, &database, &user)
	if err != nil {
		return nil, err
	}
	p.role, p.base = pgx.Identifier{user}.Sanitize(), pgx.Identifier{database}.Sanitize()
	c := p.conn.Config()
	reached := check{"reached", checkOK, fmt.Sprintf("database %s on %s port %d as %s, named by %s", database, c.Host, c.Port, user, p.place.from), ""}
	server := check{"server", checkOK, "PostgreSQL " + version, ""}
	switch {
	case p.server.Version < sqlq.MinServer:
		server.Verdict = checkFail
		server.Hint = fmt.Sprintf("sqlq needs PostgreSQL %d or newer: upgrade, or load the data into a newer server", sqlq.MinServer)
	case p.server.Version > sqlq.MaxServer:
		server.Verdict = checkWarn
		server.Hint = fmt.Sprintf("newer than what was tested (%d to %d); it should work", sqlq.MinServer, sqlq.MaxServer)
	}
	text := check{"encoding", checkOK, p.server.Encoding + ", collation " + collation, ""}
	if p.server.Encoding != "UTF8" {
		text.Verdict, text.Hint = checkFail, "create database … encoding 'UTF8' template template0, and load the data there"
	}
	return []check{reached, server, text}, nil
}

// checkPooler says whether something between here and the server hands out
// connections.
func checkPooler(_ context.Context, p *patient) ([]check, error) {
	if p.server.Pooler {
		return []check{{
			"pooler", checkOK, "there is one; queries prepare no statement behind it",
			"load and migrate over a direct connection: both take locks that a pooler could lose",
		}}, nil
	}
	return []check{{"pooler", checkOK, "none between here and the server", ""}}, nil
}

// checkWritable finds out whether the database can be written to.
func checkWritable(ctx context.Context, p *patient) ([]check, error) {
	var readOnly bool
	err := p.conn.QueryRow(ctx, "select current_setting('default_transaction_read_only')::bool").Scan(&readOnly)
	c := check{"writable", checkOK, "yes, a primary", ""}
	switch {
	case p.server.Replica:
		c = check{"writable", checkWarn, "no, a replica: queries work, loading and migrations do not", "load into the primary"}
	case readOnly:
		c = check{"writable", checkWarn, "no, default_transaction_read_only is on: queries work, loading does not", "load with another role, or set it off"}
	}
	return []check{c}, err
}

// checkSchema compares the version of the tables with that of the binary.
func checkSchema(ctx context.Context, p *patient) ([]check, error) {
	status, err := migrations.ReadStatus(ctx, p.conn.Config())
	if problem := denied(err); problem != "" {
		return []check{{"tables", checkFail, problem, p.readingGrants()}}, nil
	}
	if err != nil {
		return nil, err
	}
	c := check{"tables", checkOK, fmt.Sprintf("schema sqlq is of version %d, the current one", status.Version), ""}
	if problem := status.Check(); problem != nil {
		f := classify(problem)
		c.Verdict, c.Found, c.Hint = checkFail, f.Message, f.Hint
		if status.Version == 0 && p.place.local != nil {
			c.Verdict, c.Found, c.Hint = checkOK, "none yet; the first load or query makes them", ""
		}
		return []check{c}, nil
	}
	p.schema = true
	return []check{c}, nil
}

// checkLimits looks at what keeps a runaway statement from filling the disk.
func checkLimits(ctx context.Context, p *patient) ([]check, error) {
	var files, timeout string
	err := p.conn.QueryRow(ctx, "select current_setting('temp_file_limit'), current_setting('statement_timeout')").Scan(&files, &timeout)
	c := check{"limits", checkOK, fmt.Sprintf("temp_file_limit %s, statement_timeout %s; sqlq sets a time limit of its own", files, timeout), ""}
	if files == "-1" {
		c.Verdict = checkWarn
		c.Hint = "no statement is kept from filling the disk; a superuser may: alter role " + p.role + " set temp_file_limit = '2GB'"
	}
	return []check{c}, err
}
