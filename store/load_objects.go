package store

import (
	"fmt"

	"github.com/jackc/pgx/v5"
)

// objects adds the objects that are new; one that is stored with another type
// or project is refused, for both decide what a query of the past sees.
func (l *loader) objects(b *batch) error {
	if len(b.objects) == 0 {
		return nil
	}
	ids := make([]string, len(b.objects))
	for i, o := range b.objects {
		ids[i] = o.record.ID
	}
	known := map[string]Object{}
	rows, err := l.tx.Query(l.ctx, "select id, type, project from sqlq.object where id = any($1::text[])", ids)
	if err != nil {
		return err
	}
	var o Object
	if _, err := pgx.ForEachRow(rows, []any{&o.ID, &o.Type, &o.Project}, func() error {
		known[o.ID] = o
		return nil
	}); err != nil {
		return fmt.Errorf("reading stored objects: %w", err)
	}
	var add []Object
	b.newObjects = map[string]bool{}
	for _, o := range b.objects {
		old, ok := known[o.record.ID]
		switch {
		case !ok:
			known[o.record.ID], b.newObjects[o.record.ID] = o.record, true
			add = append(add, o.record)
		case old.Type == o.record.Type && equal(old.Project, o.record.Project):
			l.report.Unchanged++
		default:
			err := wrong("id", "object %s is stored with type %q and project %s, which never change", old.ID, old.Type, quoted(old.Project))
			if err := l.reject(o.origin, err); err != nil {
				return err
			}
		}
	}
	l.report.Objects += int64(len(add))
	return l.copyRows("sqlq.object (id, type, project)", len(add), func(out *copyRow, i int) {
		out.columns(3)
		out.text(add[i].ID)
		out.text(add[i].Type)
		out.maybeText(add[i].Project)
	})
}

// wait writes down records that need one which has not been seen yet.
func (l *loader) wait(later []origin) error {
	return l.copyRows("sqlq_pending (line, record)", len(later), func(out *copyRow, i int) {
		out.columns(2)
		out.bigint(later[i].line)
		out.text(later[i].raw)
	})
}

// drain tries the waiting records again, revisions before derivations, now that
// everything has been seen.
func (l *loader) drain() error {
	for _, kind := range []string{"revision", "derivation"} {
		if err := l.drainKind(kind); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) drainKind(kind string) error {
	sql := `declare pending no scroll cursor for select line, record from sqlq_pending
		where record::json ->> 'kind' = '` + kind + `' order by line`
	if err := l.exec(sql); err != nil {
		return fmt.Errorf("reading waiting records: %w", err)
	}
	for {
		rows, err := l.tx.Query(l.ctx, "fetch 1000 from pending", pgx.QueryExecModeExec)
		if err != nil {
			return err
		}
		b := batch{last: true}
		l.nodes.nextBatch()
		var line int64
		var raw string
		var d decoder
		if _, err := pgx.ForEachRow(rows, []any{&line, &raw}, func() error {
			p := parsed{origin: origin{line: line, raw: raw}}
			p.record, p.err = d.printed(raw)
			if p.err != nil {
				return p.err
			}
			b.add(p)
			return nil
		}); err != nil {
			return fmt.Errorf("reading waiting records: %w", err)
		}
		if b.records == 0 {
			return l.exec("close pending")
		}
		if err := l.revisions(&b); err != nil {
			return err
		}
		if err := l.derivations(&b); err != nil {
			return err
		}
	}
}

func equal[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func quoted(s *string) string {
	if s == nil {
		return "none"
	}
	return fmt.Sprintf("%q", *s)
}
