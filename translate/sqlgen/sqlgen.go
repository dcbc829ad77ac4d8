// Package sqlgen writes the statement of a plan: one common table expression a
// stage, named after the stage, with the clause it comes from as a comment. It
// knows no provider: relevance comes as a fragment with the columns object,
// score and matched. Values are only ever bound, and every order that decides
// the result ends in an address compared byte by byte.
package sqlgen

import (
	"fmt"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/plan"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// Context writes the statement that ranks objects for a task as of t. The
// fragment relevance reads eligible(object, revision) and ends in the common
// table expression relevance(object, score, matched).
//
// The answer has a row for each packable representation of each ranked object,
// at most one object more than MAX OBJECTS, and at least one row, which carries
// the counts.
func Context(p plan.Plan, relevance sqlfrag.Fragment, t time.Time) (sqlfrag.Statement, error) {
	g := generator{Plan: p}
	return g.statement(t, g.counts(), relevance)
}

// statement puts the stages in their order. Every stage may name T as @t.
func (g generator) statement(t time.Time, counts, relevance sqlfrag.Fragment) (sqlfrag.Statement, error) {
	stages := []sqlfrag.Fragment{g.scope(), g.exclusion(), counts, relevance}
	stages = append(stages, g.expansion()...)
	stages = append(stages, g.preference(), g.rank(), g.own(), g.trail())
	return sqlfrag.Join("", begin(t), sqlfrag.Join(",\n\n", stages...), g.result()).Bind()
}

func begin(t time.Time) sqlfrag.Fragment {
	return sqlfrag.New("with recursive\n\n", sqlfrag.Param{Name: "t", Type: "timestamptz", Value: t})
}

// Nothing is the relevance of a task that cannot score anything (QG14): the
// statement then has only its counts.
func Nothing() sqlfrag.Fragment { return sqlfrag.New(nothingSQL) }

type generator struct {
	plan.Plan
	byRevision bool // relevance has the column revision in place of object
}

func (g generator) scope() sqlfrag.Fragment {
	if g.Scope.Project == nil {
		return sqlfrag.New(fmt.Sprintf(scopeSQL, "every project", ""))
	}
	return sqlfrag.New(fmt.Sprintf(scopeSQL, "USING PROJECT", "\n    and l.project = @project"),
		sqlfrag.Param{Name: "project", Type: "text", Value: *g.Scope.Project})
}

// exclusion gives each live object the first reason that removes it (QS7).
func (g generator) exclusion() sqlfrag.Fragment {
	var when []string
	var params []sqlfrag.Param
	add := func(condition string, r schema.Reason, clause string) {
		when = append(when, fmt.Sprintf("      when %s then %d -- %s", condition, r, clause))
	}
	e := g.Exclusion
	if e.MaxAge > 0 {
		add("s.created_at < @t - make_interval(secs => @max_age)", schema.ReasonMaxAge, "MAX AGE")
		params = append(params, sqlfrag.Param{Name: "max_age", Type: "float8", Value: e.MaxAge.Seconds()})
	}
	add("s.secret", schema.ReasonSecret, "secret content is never read")
	if e.Untrusted {
		add(fmt.Sprintf("s.trust = %d", schema.TrustUntrusted), schema.ReasonTrust, "EXCLUDE UNTRUSTED")
	}
	if e.Stale {
		add(fmt.Sprintf("s.state >= %d", schema.StateStale), schema.ReasonStale, "EXCLUDE STALE")
	}
	packable := "s.packable_classes = 0"
	if e.Allowed != plan.AllClasses {
		add("s.role_classes <> 0 and s.role_classes & @allowed = 0", schema.ReasonRole, "EXCLUDE ROLE leaves nothing")
		packable = "s.packable_classes & @allowed = 0"
		params = append(params, g.allowed())
	}
	add(packable, schema.ReasonNoRepresentation, "no text left to pack")
	return sqlfrag.New(fmt.Sprintf(exclusionSQL, strings.Join(when, "\n")), params...)
}

func (g generator) allowed() sqlfrag.Param {
	return sqlfrag.Param{Name: "allowed", Type: "bigint", Value: int64(g.Exclusion.Allowed)}
}

// counts gives one row with the figures of the bundle's metadata (QS11).
func (g generator) counts() sqlfrag.Fragment {
	possible := map[schema.Reason]bool{
		schema.ReasonMaxAge: g.Exclusion.MaxAge > 0, schema.ReasonSecret: true,
		schema.ReasonTrust: g.Exclusion.Untrusted, schema.ReasonStale: g.Exclusion.Stale,
		schema.ReasonRole: g.Exclusion.Allowed != plan.AllClasses, schema.ReasonNoRepresentation: true,
	}
	var columns []string
	for _, r := range schema.ExclusionReasons()[1:] {
		if possible[r] {
			columns = append(columns, fmt.Sprintf("count(*) filter (where e.reason = %d) as %s", r, r))
		} else {
			columns = append(columns, fmt.Sprintf("0::bigint as %s", r))
		}
	}
	considered := "count(*)"
	if g.Scope.Project != nil {
		considered = censusSQL
	}
	return sqlfrag.New(fmt.Sprintf(countsSQL, considered, strings.Join(columns, ",\n    ")))
}

// boosted applies n boosts to an integer expression, each rounded down (QR10).
func boosted(expr string, n int) string { return expr + strings.Repeat(" * 5 / 4", n) }

func (g generator) objects() sqlfrag.Param {
	return sqlfrag.Param{Name: "objects", Type: "int", Value: g.Rank.Objects}
}

func (g generator) expansion() []sqlfrag.Fragment {
	n := len(g.Boosts)
	from := relevantSQL
	if g.byRevision {
		from = relevantRevisionSQL
	}
	seed := sqlfrag.New(fmt.Sprintf(seedSQL, fmt.Sprintf(from, boosted("r.score", n))), g.objects())
	if g.Expansion.Depth == 0 {
		return []sqlfrag.Fragment{seed, sqlfrag.New(noWalkSQL)}
	}
	walk := sqlfrag.New(fmt.Sprintf(walkSQL, boosted("greatest(w.own[f.seed] >> (w.hop + 1), 1)", n)), g.objects(),
		sqlfrag.Param{Name: "depth", Type: "int", Value: g.Expansion.Depth})
	return []sqlfrag.Fragment{seed, walk, sqlfrag.New(reachSQL)}
}

func (g generator) preference() sqlfrag.Fragment {
	if len(g.Boosts) == 0 {
		return sqlfrag.New(fmt.Sprintf(preferenceSQL, "no PREFER", "b.score"))
	}
	var satisfied, boosts []string
	for i, b := range g.Boosts {
		condition := fmt.Sprintf("e.trust >= %d", b.AtLeast)
		if b.Current {
			condition = fmt.Sprintf("e.state = %d", schema.StateCurrent)
		}
		satisfied = append(satisfied, fmt.Sprintf("(%s)::int", condition))
		boosts = append(boosts, fmt.Sprintf("when %d then %s", i+1, boosted("b.score", i+1)))
	}
	score := fmt.Sprintf("case %s\n      %s\n      else b.score end", strings.Join(satisfied, " + "), strings.Join(boosts, "\n      "))
	return sqlfrag.New(fmt.Sprintf(preferenceSQL, "PREFER, × 5/4 rounded down for each satisfied term", score))
}

func (g generator) rank() sqlfrag.Fragment { return sqlfrag.New(rankSQL, g.objects()) }

func (g generator) own() sqlfrag.Fragment {
	if g.byRevision {
		return sqlfrag.New(fmt.Sprintf(ownSQL, "revision", "k"))
	}
	return sqlfrag.New(fmt.Sprintf(ownSQL, "object", "r"))
}

func (g generator) trail() sqlfrag.Fragment { return sqlfrag.New(trailSQL) }

func (g generator) result() sqlfrag.Fragment {
	if g.Exclusion.Allowed == plan.AllClasses {
		return sqlfrag.New(fmt.Sprintf(resultSQL, ""))
	}
	return sqlfrag.New(fmt.Sprintf(resultSQL, "\n      and (@allowed >> f.role_class) & 1 = 1"), g.allowed())
}
