package batch

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sqlq-dev/sqlq"
)

// TableWriter writes rows into a table by COPY, in one transaction: all of the
// batch or nothing. It is a Writer; what Close is not called for is rolled back.
type TableWriter struct {
	conn  *pgxpool.Conn
	table Table
	rows  chan []any
	done  chan struct{} // closed when the COPY has ended, with err
	err   error
	stop  context.CancelFunc
	ended bool // the connection is given back
}

// OpenTable begins to write into a table, which is made where there is none.
func OpenTable(ctx context.Context, db *sqlq.DB, table Table) (*TableWriter, error) {
	conn, err := db.Pool().Acquire(ctx)
	if err != nil {
		return nil, sqlq.Diagnose(err)
	}
	w := &TableWriter{conn: conn, table: table, rows: make(chan []any, 256), done: make(chan struct{})}
	if err := w.begin(ctx); err != nil {
		w.rollback()
		return nil, w.explain(err)
	}
	ctx, w.stop = context.WithCancel(ctx)
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	go func() {
		defer close(w.done)
		_, w.err = conn.Conn().CopyFrom(ctx, table.ident(), names, w.copied(ctx))
	}()
	return w, nil
}

// begin opens the transaction and sees to the table.
func (w *TableWriter) begin(ctx context.Context) error {
	_, err := w.conn.Conn().PgConn().Exec(ctx, `begin isolation level read committed read write;
		set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`).ReadAll()
	if err != nil {
		return err
	}
	var missing []string
	var exists bool
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	err = w.conn.QueryRow(ctx, `select to_regclass($1) is not null, array(select n from unnest($2::text[]) with ordinality u (n, place)
		where not exists (select from pg_attribute a where a.attrelid = to_regclass($1) and a.attname = n and a.attnum > 0 and not a.attisdropped)
		order by place)`,
		w.table.String(), names).Scan(&exists, &missing)
	switch {
	case err != nil:
		return err
	case !exists:
		_, err = w.conn.Conn().PgConn().Exec(ctx, w.table.createSQL()).ReadAll()
		return err
	case len(missing) > 0:
		return &sqlq.Error{
			Code: "other_table", Message: fmt.Sprintf("the table %s is there, but has no column %s", w.table, strings.Join(missing[:min(3, len(missing))], ", ")),
			Hint: "name another table with --into: one that is not there is made",
		}
	}
	return nil
}

// createSQL makes the table and says what it and its columns are.
func (t Table) createSQL() string {
	var b strings.Builder
	fmt.Fprintf(&b, "create table %s (", t)
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(pgx.Identifier{c.name}.Sanitize() + " " + c.sql)
	}
	fmt.Fprintf(&b, "); comment on table %s is 'items of context bundles, a row each, as sqlq batch --into writes them';", t)
	for _, c := range columns {
		fmt.Fprintf(&b, " comment on column %s.%s is '%s';", t, pgx.Identifier{c.name}.Sanitize(), strings.ReplaceAll(c.comment, "'", "''"))
	}
	return b.String()
}

// Write hands the rows of a result to the COPY, and waits where that is behind.
func (w *TableWriter) Write(r *sqlq.Result) error {
	rows, err := rowsOf(r)
	if err != nil {
		return err
	}
	for i := range rows {
		values := make([]any, len(columns))
		for j, c := range columns {
			values[j] = c.value(&rows[i])
		}
		select {
		case w.rows <- values:
		case <-w.done:
			return w.explain(w.err)
		}
	}
	return nil
}

// Flush does nothing: rows are seen by others when all are there.
func (w *TableWriter) Flush() error { return nil }

// Close ends the COPY and commits.
func (w *TableWriter) Close() error {
	close(w.rows)
	<-w.done
	err := w.err
	if err == nil {
		_, err = w.conn.Exec(context.Background(), "commit")
	}
	if err != nil {
		w.rollback()
		return w.explain(err)
	}
	w.release()
	return nil
}

// Abort, in place of Close, leaves the table as it was. After Close it does
// nothing.
func (w *TableWriter) Abort() {
	if w.ended {
		return
	}
	w.stop()
	<-w.done
	w.rollback()
}

func (w *TableWriter) rollback() {
	w.conn.Exec(context.Background(), "rollback") //nolint:errcheck // a connection that is not idle is closed
	w.release()
}

func (w *TableWriter) release() {
	w.conn.Release()
	w.ended = true
}

// copied gives the rows to CopyFrom, until the channel is closed.
func (w *TableWriter) copied(ctx context.Context) pgx.CopyFromSource {
	return pgx.CopyFromFunc(func() ([]any, error) {
		select {
		case row := <-w.rows: // nil at the end
			return row, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
}

// explain says what to do about an error of the server.
func (w *TableWriter) explain(err error) error {
	var pg *pgconn.PgError
	switch {
	case !errors.As(err, &pg):
	case pg.Code == "42501":
		return &sqlq.Error{Code: "no_rights", Message: "the role may not write to " + w.table.String(), Err: err,
			Hint: "grant usage and create on the schema, or insert on the table that is there"}
	case pg.Code == "3F000":
		return &sqlq.Error{Code: "no_such_schema", Message: "there is no schema " + pgx.Identifier{w.table.Schema}.Sanitize(), Err: err,
			Hint: "create schema " + pgx.Identifier{w.table.Schema}.Sanitize()}
	}
	return sqlq.Diagnose(err)
}
