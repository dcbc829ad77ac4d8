package batch

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sqlq-dev/sqlq"
)

// SQL reads tasks from the rows of one statement, in the state of the database
// that the batch sees. The line of a task is the number of its row. Values are
// the text that the server prints, times as the language takes them; null is no
// value.
func (m Maker) SQL(ctx context.Context, b *sqlq.OpenedBatch, sql string) sqlq.Tasks {
	return func(yield func(sqlq.Task, error) bool) {
		fail := func(err error) { yield(sqlq.Task{}, &sqlq.TasksError{Err: err}) }
		conn, err := b.Begin(ctx)
		if err != nil {
			fail(err)
			return
		}
		defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // read only
		if _, err := conn.Exec(ctx, "set local datestyle = 'ISO'", pgx.QueryExecModeExec); err != nil {
			fail(sqlq.Diagnose(err))
			return
		}
		// The extended protocol takes one statement, and answers row by row.
		rows := conn.PgConn().ExecParams(ctx, sql, nil, nil, nil, nil)
		for line := int64(1); rows.NextRow(); line++ {
			if line == 1 {
				if err := m.checkColumns(columnNames(rows.FieldDescriptions())); err != nil {
					fail(&ColumnsError{err})
					return
				}
			}
			if !yield(m.task(line, values(rows))) {
				return
			}
		}
		if _, err := rows.Close(); err != nil {
			fail(sqlq.Diagnose(err))
		}
	}
}

// ColumnsError is a statement whose columns make no task.
type ColumnsError struct{ Err error }

func (e *ColumnsError) Error() string { return e.Err.Error() }

func (e *ColumnsError) Unwrap() error { return e.Err }

func columnNames(fields []pgconn.FieldDescription) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Name
	}
	return out
}

// values are those of the current row that are not null.
func values(rows *pgconn.ResultReader) map[string]string {
	out := map[string]string{}
	for i, v := range rows.Values() {
		if v == nil {
			continue
		}
		text := string(v)
		field := rows.FieldDescriptions()[i]
		if field.DataTypeOID == pgtype.TimestamptzOID {
			text = isoTime(text)
		}
		out[field.Name] = text
	}
	return out
}

// isoTime turns 2026-01-31 09:30:00+02 into what AS OF takes. Whatever else the
// server prints, such as infinity, stays as it is.
func isoTime(text string) string {
	day, clock, found := strings.Cut(text, " ")
	sign := strings.LastIndexAny(clock, "+-")
	if !found || sign < 0 {
		return text
	}
	zone := clock[sign:]
	if len(zone) == len("+02") {
		zone += ":00"
	}
	return day + "T" + clock[:sign] + zone
}
