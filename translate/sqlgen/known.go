package sqlgen

import (
	"fmt"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/plan"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// Eligible writes the statement that finds out, once for many tasks, what of a
// statement does not depend on the task: one row with the counts, in the order
// in which Known has them, and the array of the eligible revisions.
func Eligible(p plan.Plan, t time.Time) (sqlfrag.Statement, error) {
	g := generator{Plan: p}
	stages := sqlfrag.Join(",\n\n", g.scope(), g.exclusion(), g.counts())
	return sqlfrag.Join("", begin(t), stages, sqlfrag.New(eligibleSQL)).Bind()
}

const eligibleSQL = `

select c.*, (select coalesce(array_agg(e.revision), '{}') from eligible e) as revisions
from counts c`

// Known is what an earlier statement has found out about the same scope and
// exclusion at the same T, in the same snapshot.
type Known struct {
	// Counts are considered, in scope, and the excluded ones by reason.
	Counts []int64

	// ByRevision is set when relevance ends in the columns revision, score and
	// matched, revisions being those of eligible.
	ByRevision bool
}

// ContextKnown is Context without the pass over the scope that counts.
func ContextKnown(p plan.Plan, relevance sqlfrag.Fragment, t time.Time, known Known) (sqlfrag.Statement, error) {
	g := generator{Plan: p, byRevision: known.ByRevision}
	names := []string{"considered", "in_scope"}
	for _, r := range schema.ExclusionReasons()[1:] {
		names = append(names, r.String())
	}
	if len(known.Counts) != len(names) {
		return sqlfrag.Statement{}, fmt.Errorf("%d counts are known instead of %d", len(known.Counts), len(names))
	}
	columns := make([]string, len(names))
	for i, name := range names {
		columns[i] = fmt.Sprintf("(@counts)[%d] as %s", i+1, name)
	}
	counts := sqlfrag.New(fmt.Sprintf(knownCountsSQL, strings.Join(columns, ", ")),
		sqlfrag.Param{Name: "counts", Type: "bigint[]", Value: known.Counts})
	return g.statement(t, counts, relevance)
}

const knownCountsSQL = `-- counts: known from an earlier statement of the same snapshot
counts as materialized (
  select %s
)`
