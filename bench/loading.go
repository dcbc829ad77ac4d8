package main

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
)

// plainSuffix ends the name of the database whose index is plain.
const plainSuffix = "_plain"

// loadPlain loads the store once more and seals nothing of it.
func loadPlain(ctx context.Context, db *sqlq.DB, s source) error {
	in, err := s.records()
	if err != nil {
		return err
	}
	defer in.Close()
	progress("%s: loading with a plain index", s.name)
	_, err = db.Load(ctx, in, store.Options{Source: s.name, Plain: true})
	return err
}

// load measures the load between bare copies of the same lines.
func load(ctx context.Context, db *sqlq.DB, r rivals, s source) (Load, error) {
	file, err := spool(s)
	if err != nil {
		return Load{}, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	var l Load
	var first, second, firstText, secondText effort
	steps := []func() error{
		func() error { return db.Pool().Ping(ctx) }, // opens the connection whose processor time counts
		func() error { return r.copyLines(ctx, file, asTheyAre, &first) },
		func() error { return r.copyLines(ctx, file, asText, &firstText) },
		func() error {
			progress("%s: loading", s.name)
			return r.effort(ctx, &l.Effort, func() (err error) {
				l.Report, err = db.Load(ctx, file, store.Options{Source: s.name})
				return err
			})
		},
		func() error { return r.copyLines(ctx, file, asTheyAre, &second) },
		func() error { return r.copyLines(ctx, file, asText, &secondText) },
		func() error { return r.effort(ctx, &l.Search, func() error { return r.documents(ctx) }) },
		func() error {
			return r.pool.QueryRow(ctx, sizesSQL).Scan(&l.Size, &l.IndexSize, &l.SearchSize, &l.Texts)
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return Load{}, err
		}
	}
	l.Copy, l.CopyText = mean(first, second), mean(firstText, secondText)
	return l, nil
}

func mean(a, b effort) effort { return effort{(a.Seconds + b.Seconds) / 2, (a.CPU + b.CPU) / 2} }

const sizesSQL = `select
	(select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relnamespace = 'sqlq'::regnamespace and c.relkind = 'r'),
	(select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relnamespace = 'sqlq'::regnamespace
		and (c.relname in ('posting', 'plane', 'sparse', 'mixed', 'touched') or c.relname like 'segment%') and c.relkind = 'r'),
	pg_total_relation_size('bench.doc'),
	(select sum(octet_length(content)) from sqlq.representation)`

// effort is what something took; CPU is 0 when it could not be told.
type effort struct {
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds,omitzero"`
}

func (r rivals) effort(ctx context.Context, into *effort, do func() error) error {
	m, err := r.meter(ctx)
	if err != nil {
		return err
	}
	cpu, start := m.now(), time.Now()
	err = do()
	*into = effort{time.Since(start).Seconds(), (m.now() - cpu).Seconds()}
	return err
}

// spool writes the records to a file, so that making them costs the load nothing.
func spool(s source) (*os.File, error) {
	in, err := s.records()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	f, err := os.CreateTemp("", "sqlq-bench-*.ndjson")
	if err != nil {
		return nil, err
	}
	if _, err = io.Copy(f, in); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name())
	}
	return f, err
}

// Formats of a bare copy. The load is compared with the first: csv without its
// quotes is the only one that stores a line as it is. The text format undoes
// backslashes, so it would store other bytes than it was given, and no JSON where
// a string has an escape; it is measured beside, for it is what people reach for.
const (
	asTheyAre = `format csv, delimiter e'\x02', quote e'\x01'`
	asText    = `format text, delimiter e'\x02'`
)

// copyLines copies the lines into a table of one text column, and leaves the file
// at its start.
func (r rivals) copyLines(ctx context.Context, file *os.File, format string, into *effort) error {
	conn, err := r.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "create schema if not exists bench; drop table if exists bench.line; create table bench.line (line text)"); err != nil {
		return err
	}
	err = r.effort(ctx, into, func() error {
		_, err := conn.Conn().PgConn().CopyFrom(ctx, file, "copy bench.line from stdin ("+format+")")
		return err
	})
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "drop table bench.line"); err != nil {
		return err
	}
	_, err = file.Seek(0, io.SeekStart)
	return err
}
