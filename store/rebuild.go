package store

import (
	_ "embed"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/provider"
)

// rebuildRevisions is how many revisions are read at a time.
const rebuildRevisions = 500

//go:embed sql/texts.sql
var textsSQL string

// rebuild removes the lexical index and makes it again, as a load of everything
// would. What readers see until the commit is the old one.
func (l *loader) rebuild(opt UpkeepOptions) error {
	if err := l.opt.Index.Clear(l.ctx, copier{l.tx}); err != nil {
		return err
	}
	for _, table := range []string{"segment", "segment_live", "segment_past", "segment_varied", "segment_time", "segment_project", "segment_classes", "touched"} {
		if err := l.exec("delete from sqlq." + table); err != nil {
			return err
		}
	}
	end := l.stage.To
	l.stage = provider.Stage{From: 1, To: 1, Seal: !opt.Plain, Rest: restRevisions}
	for l.stage.To < end {
		if l.opt.Index.Full() {
			if err := l.flushIndex(); err != nil {
				return err
			}
		}
		next := min(l.stage.To+rebuildRevisions, end)
		if err := l.addTexts(l.stage.To, next); err != nil {
			return fmt.Errorf("reading texts: %w", err)
		}
		l.stage.To = next
		if opt.Progress != nil {
			opt.Progress(int64(next-1), int64(end-1))
		}
	}
	if err := l.tx.QueryRow(l.ctx, "select count(*) from sqlq.revision").Scan(&l.upkeep.Revisions); err != nil {
		return err
	}
	return l.finishIndex()
}

// addTexts gives the index what readable gave it when these revisions were loaded.
func (l *loader) addTexts(from, to int) error {
	rows, err := l.tx.Query(l.ctx, textsSQL, from, to)
	if err != nil {
		return err
	}
	var texts []provider.Text
	var current, num, class int
	var classes, roles int64
	var title, name string
	var content *string
	add := func() {
		if len(texts) > 0 {
			l.opt.Index.Add(current, uint64(classes), texts)
		}
	}
	_, err = pgx.ForEachRow(rows, []any{&num, &roles, &title, &name, &class, &content}, func() error {
		if num != current {
			add()
			current, classes, texts = num, roles, []provider.Text{{Content: title}}
		}
		if content != nil {
			texts = append(texts, provider.Text{Representation: name, RoleClass: class, Content: *content})
		}
		return nil
	})
	if err == nil {
		add()
	}
	return err
}
