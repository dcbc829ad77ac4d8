package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// tracer logs what is sent to the server. It logs neither values nor anything of
// the address but host, port, database and user.
type tracer struct{ log *slog.Logger }

// began is the key under which a context carries the start of a step.
type began struct{}

type step struct {
	at  time.Time
	sql string
}

// TraceQueryStart notes the statement.
func (t tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, began{}, step{time.Now(), d.SQL})
}

// TraceQueryEnd logs the statement with its time.
func (t tracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryEndData) {
	s, _ := ctx.Value(began{}).(step)
	t.done("query", s, d.Err, "sql", s.sql, "result", d.CommandTag.String())
}

// TraceConnectStart notes the time.
func (t tracer) TraceConnectStart(ctx context.Context, _ pgx.TraceConnectStartData) context.Context {
	return context.WithValue(ctx, began{}, step{at: time.Now()})
}

// TraceConnectEnd logs where a connection goes.
func (t tracer) TraceConnectEnd(ctx context.Context, d pgx.TraceConnectEndData) {
	s, _ := ctx.Value(began{}).(step)
	if d.Err != nil {
		t.done("connect", s, d.Err)
		return
	}
	c := d.Conn.Config()
	t.done("connect", s, nil, "host", c.Host, "port", c.Port, "database", c.Database, "user", c.User)
}

// TraceCopyFromStart notes the table.
func (t tracer) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceCopyFromStartData) context.Context {
	return context.WithValue(ctx, began{}, step{time.Now(), "copy " + d.TableName.Sanitize()})
}

// TraceCopyFromEnd logs how much was copied.
func (t tracer) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceCopyFromEndData) {
	s, _ := ctx.Value(began{}).(step)
	t.done("copy", s, d.Err, "sql", s.sql, "result", d.CommandTag.String())
}

// TraceBatchStart notes the time.
func (t tracer) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return context.WithValue(ctx, began{}, step{at: time.Now()})
}

// TraceBatchQuery logs a statement of a batch. They run together, so that none
// has a time of its own.
func (t tracer) TraceBatchQuery(_ context.Context, _ *pgx.Conn, d pgx.TraceBatchQueryData) {
	t.done("query", step{}, d.Err, "sql", d.SQL, "result", d.CommandTag.String())
}

// TraceBatchEnd logs the time of the batch.
func (t tracer) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchEndData) {
	s, _ := ctx.Value(began{}).(step)
	t.done("batch", s, d.Err)
}

func (t tracer) done(what string, s step, err error, attrs ...any) {
	if !s.at.IsZero() {
		attrs = append(attrs, "took", time.Since(s.at).Round(time.Microsecond))
	}
	if err != nil {
		attrs = append(attrs, "error", redact(err.Error()))
	}
	t.log.Debug(what, attrs...)
}
