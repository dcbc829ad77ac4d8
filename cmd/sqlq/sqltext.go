package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// printSQL prints the statement of a query. Without --now its time is that of
// this machine.
func (a *app) printSQL(ctx context.Context, q query.Context, now *time.Time) error {
	c, err := compileAt(ctx, q, now)
	if err != nil {
		return err
	}
	writeStatement(a.out, c.Statement)
	return nil
}

func compileAt(ctx context.Context, q query.Context, now *time.Time) (sqlq.Compiled, error) {
	t := time.Now().UTC().Truncate(time.Microsecond)
	if now != nil {
		t = *now
	}
	return sqlq.Compile(ctx, q, nil, t)
}

// writeStatement prints the values as comments, one a line, and the statement as
// it runs.
func writeStatement(w io.Writer, s sqlfrag.Statement) {
	for i, p := range s.Params {
		fmt.Fprintf(w, "-- $%d %s %s = %s\n", i+1, p.Name, p.Type, valueText(p.Value))
	}
	fmt.Fprintf(w, "\n%s\n", s.SQL)
}

// valueText is a value on one line: JSON, so that no line break in it can end
// the comment.
func valueText(v any) string {
	if t, ok := v.(time.Time); ok {
		v = t.UTC().Format(time.RFC3339Nano)
	}
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%q", fmt.Sprint(v))
	}
	return string(line)
}
