package main

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// readingGrants are the statements that let the role query.
func (p *patient) readingGrants() string {
	return "grant usage on schema sqlq to " + p.role + "; grant select on all tables in schema sqlq to " + p.role
}

// denied words an error about rights; empty for any other.
func denied(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42501" {
		return pg.Message
	}
	return ""
}

// checkRights finds out what the role may do: query, load, migrate.
func checkRights(ctx context.Context, p *patient) ([]check, error) {
	var create, exists, usage bool
	err := p.conn.QueryRow(ctx, `select has_database_privilege(current_database(), 'create'), n.oid is not null,
		coalesce(has_schema_privilege(n.oid, 'usage'), false)
		from (select) one left join pg_namespace n on n.nspname = 'sqlq'`).Scan(&create, &exists, &usage)
	if err != nil {
		return nil, err
	}
	switch {
	case !exists && create:
		return []check{{"rights", checkOK, "the role may create schema sqlq", ""}}, nil
	case !exists:
		return []check{{
			"rights", checkFail, "the role may not create schema sqlq",
			"grant create on database " + p.base + " to " + p.role + ", or run sqlq migrate up as another role",
		}}, nil
	case !usage:
		return []check{{"rights", checkFail, "the role may not use schema sqlq", p.readingGrants()}}, nil
	}
	unread, err := tablesWithout(ctx, p.conn, "select")
	if err != nil {
		return nil, err
	}
	unwritten, err := tablesWithout(ctx, p.conn, "insert")
	if err != nil {
		return nil, err
	}
	switch {
	case len(unread) > 0:
		return []check{{"rights", checkFail, "the role may not read " + strings.Join(unread, ", "), p.readingGrants()}}, nil
	case len(unwritten) > 0:
		return []check{{"rights", checkOK, "the role may query, but not load", ""}}, nil
	}
	return []check{{"rights", checkOK, "the role may query and load", ""}}, nil
}

// tablesWithout lists the sqlq tables on which the role lacks a right.
func tablesWithout(ctx context.Context, conn *pgx.Conn, right string) ([]string, error) {
	rows, err := conn.Query(ctx, `select relname::text from pg_class
		where relnamespace = to_regnamespace('sqlq') and relkind in ('r', 'p', 'v', 'm')
		  and not has_table_privilege(oid, $1) order by relname`, right)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
