// Package sqlgen writes the statement of a plan: one common table expression a
// stage, named after the stage, with the clause it comes from as a comment. It
// knows no provider: relevance comes as a fragment with the columns object,
// score and matched. Values are only ever bound, and every order that decides
// the result ends in an address compared byte by byte.
package sqlgen

import (
	"cmp"
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
func Context(p plan.Plan, relevance, own sqlfrag.Fragment, t time.Time) (sqlfrag.Statement, error) {
	g := generator{p}
	stages := []sqlfrag.Fragment{g.scope(), g.exclusion(), g.segments(), g.counts(), relevance}
	stages = append(stages, g.expansion()...)
	if own.Text == "" {
		own = sqlfrag.New(ownSQL)
	}
	stages = append(stages, g.preference(), g.rank(), own, g.trail())
	// Every stage may name T as @t.
	begin := sqlfrag.New("with recursive\n\n", sqlfrag.Param{Name: "t", Type: "timestamptz", Value: t})
	return sqlfrag.Join("", begin, sqlfrag.Join(",\n\n", stages...), g.result()).Bind()
}

// Nothing is the relevance of a task that cannot score anything (QG14): the
// statement then has only its counts.
func Nothing() sqlfrag.Fragment { return sqlfrag.New(nothingSQL) }

type generator struct{ plan.Plan }

func (g generator) scope() sqlfrag.Fragment {
	if g.Scope.Project == nil {
		return sqlfrag.New(fmt.Sprintf(scopeSQL, "every project", ""))
	}
	return sqlfrag.New(fmt.Sprintf(scopeSQL, "USING PROJECT", "\n    and l.project = @project"),
		g.project())
}

func (g generator) project() sqlfrag.Param {
	return sqlfrag.Param{Name: "project", Type: "text", Value: *g.Scope.Project}
}

func (g generator) maxAge() sqlfrag.Param {
	return sqlfrag.Param{Name: "max_age", Type: "float8", Value: g.Exclusion.MaxAge.Seconds()}
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
		params = append(params, g.maxAge())
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
	return sqlfrag.New(fmt.Sprintf(exclusionSQL, g.satisfied("s"), strings.Join(when, "\n")), params...)
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
	var columns, sealed, rows string
	for i, r := range schema.ExclusionReasons()[1:] {
		if i > 0 {
			columns += ",\n    "
		}
		if !possible[r] {
			columns += fmt.Sprintf("0::bigint as %s", r)
			continue
		}
		columns += fmt.Sprintf("s.%[1]s + r.%[1]s as %[1]s", r)
		sealed += fmt.Sprintf(",\n      coalesce(sum(j.%[1]s), 0)::bigint as %[1]s", r)
		rows += fmt.Sprintf(",\n      count(*) filter (where e.reason = %d) as %s", r, r)
	}
	considered := "s.in_scope + r.in_scope"
	if g.Scope.Project != nil {
		considered = censusSQL
	}
	return sqlfrag.New(fmt.Sprintf(countsSQL, considered, columns, sealed, rows))
}

// boosted applies n boosts to an integer expression, each rounded down (QR10).
func boosted(expr string, n int) string { return expr + strings.Repeat(" * 5 / 4", n) }

func (g generator) objects() sqlfrag.Param {
	return sqlfrag.Param{Name: "objects", Type: "int", Value: g.Rank.Objects}
}

func (g generator) expansion() []sqlfrag.Fragment {
	n := len(g.Boosts)
	leads := ""
	if g.Expansion.Depth > 0 {
		leads = fmt.Sprintf(" or %s >= (select b.score from bar b)", boosted("(b.score >> 1)", n))
	}
	seed := sqlfrag.New(fmt.Sprintf(seedSQL, g.final("r.boosts", "r.score"), leads), g.objects())
	if g.Expansion.Depth == 0 {
		return []sqlfrag.Fragment{seed, sqlfrag.New(noWalkSQL)}
	}
	walk := sqlfrag.New(fmt.Sprintf(walkSQL, boosted("greatest(w.own[f.seed] >> (w.hop + 1), 1)", n)), g.objects(),
		sqlfrag.Param{Name: "depth", Type: "int", Value: g.Expansion.Depth})
	return []sqlfrag.Fragment{seed, walk, sqlfrag.New(reachSQL)}
}

func (g generator) preference() sqlfrag.Fragment {
	clause := "no PREFER"
	if len(g.Boosts) > 0 {
		clause = "PREFER, × 5/4 rounded down for each satisfied term"
	}
	return sqlfrag.New(fmt.Sprintf(preferenceSQL, clause, g.final("e.boosts", "b.score")))
}

// final is a score with as many boosts as an expression says (QR10).
func (g generator) final(boosts, score string) string {
	if len(g.Boosts) == 0 {
		return score
	}
	var when []string
	for i := range g.Boosts {
		when = append(when, fmt.Sprintf("when %d then %s", i+1, boosted(score, i+1)))
	}
	return fmt.Sprintf("case %s\n      %s\n      else %s end", boosts, strings.Join(when, "\n      "), score)
}

// satisfied counts the PREFER terms that a row of relation r satisfies (QR10).
func (g generator) satisfied(r string) string {
	var out []string
	for _, b := range g.Boosts {
		condition := fmt.Sprintf("%s.trust >= %d", r, b.AtLeast)
		if b.Current {
			condition = fmt.Sprintf("%s.state = %d", r, schema.StateCurrent)
		}
		out = append(out, fmt.Sprintf("(%s)::int", condition))
	}
	return cmp.Or(strings.Join(out, " + "), "0")
}

func (g generator) rank() sqlfrag.Fragment { return sqlfrag.New(rankSQL, g.objects()) }

func (g generator) trail() sqlfrag.Fragment { return sqlfrag.New(trailSQL) }

func (g generator) result() sqlfrag.Fragment {
	if g.Exclusion.Allowed == plan.AllClasses {
		return sqlfrag.New(fmt.Sprintf(resultSQL, ""))
	}
	return sqlfrag.New(fmt.Sprintf(resultSQL, "\n      and (@allowed >> f.role_class) & 1 = 1"), g.allowed())
}
