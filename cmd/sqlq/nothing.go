package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// eligible counts the objects that no clause and no rule has removed.
func eligible(m packer.Metadata) int {
	n := m.Considered
	for _, removed := range m.Excluded {
		n -= removed
	}
	return n
}

// strayProject is the project of the query when no object is in it, else nil.
func strayProject(b packer.Bundle, q query.Context) *string {
	if b.Metadata.Considered > 0 && b.Metadata.Excluded[schema.ReasonOutOfScope.String()] == b.Metadata.Considered {
		return q.Project
	}
	return nil
}

// nothingText says why a bundle has no item.
func nothingText(b packer.Bundle) string {
	q, err := sqlq.ParseContext(b.Metadata.CanonicalQuery)
	if err != nil {
		return "the query cannot be read again: " + err.Error() // it is canonical, so it can
	}
	project := strayProject(b, q)
	switch {
	case b.Metadata.Considered == 0:
		return "there is none at this time that you may see"
	case project != nil:
		return fmt.Sprintf("none is in project %q", *project)
	case len(lexical.Terms(b.Task)) == 0:
		return "the task has no word that counts: stopwords and single characters do not"
	case eligible(b.Metadata) == 0:
		return "none is left to choose from"
	}
	return "none of those left has a word of the task: try other words"
}

// noteNothing says on standard error why a bundle has no item, with what the
// store knows about it. It may look for no longer than a moment.
func (a *app) noteNothing(ctx context.Context, db *sqlq.DB, q query.Context, b packer.Bundle, format string) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	project := strayProject(b, q)
	switch {
	case len(b.Items) > 0 || b.Metadata.Truncated:
	case b.Metadata.Considered == 0:
		var filled bool
		if err := db.Pool().QueryRow(ctx, "select exists (select from sqlq.object)").Scan(&filled); err == nil && filled {
			a.say("note: the store has objects, but at %s none that is live and that this role may see: "+
				"look at AS OF, tombstones and row security", validAt(b.Metadata))
			return
		}
		a.say("note: the store has no object to choose from; sqlq load FILE adds some")
	case project != nil:
		a.say("note: no object is in project %q%s", *project, a.otherProjects(ctx, db, *project))
	case format != "table":
		a.say("note: the bundle is empty: %s", nothingText(b))
	}
}

// otherProjects names the project that was meant, or those that there are.
func (a *app) otherProjects(ctx context.Context, db *sqlq.DB, wrong string) string {
	const most = 8
	rows, err := db.Pool().Query(ctx, `select distinct project from sqlq.live where project is not null order by project limit 1000`)
	if err != nil {
		return ""
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	switch near := syntax.Nearest(wrong, names); {
	case err != nil:
		return ""
	case len(names) == 0:
		return ": no object has a project, so leave USING PROJECT out"
	case near != "" && slices.Contains(names, near):
		return fmt.Sprintf("; did you mean %q?", near)
	case len(names) > most:
		return fmt.Sprintf("; there are %s and others", strings.Join(quotedAll(names[:most]), ", "))
	}
	return "; there are " + strings.Join(quotedAll(names), ", ")
}

func quotedAll(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = fmt.Sprintf("%q", name)
	}
	return out
}
