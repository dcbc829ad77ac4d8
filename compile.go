package sqlq

import (
	"context"
	"fmt"
	"time"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/translate/plan"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
	"github.com/sqlq-dev/sqlq/translate/sqlgen"
)

// Compiled is a CONTEXT FOR query on its way, all forms up to the statement.
type Compiled struct {
	Query     query.Context
	Plan      plan.Plan
	Statement sqlfrag.Statement

	scorer provider.Relevance
	name   string
}

// ParseContext reads the text of a query that asks for a bundle. Other forms of
// the language parse, but are an error of class capability (QG16).
func ParseContext(text string) (query.Context, error) {
	q, err := query.Parse(text)
	if err != nil {
		return query.Context{}, err
	}
	return asContext(text, q)
}

func asContext(text string, q query.Query) (query.Context, error) {
	missing := func(what, capability, hint string) error {
		return source.New(text).Errorf(source.Span{}, source.Capability, "missing_capability",
			"%s needs the capability %s, which this version does not have", what, capability).WithHint("%s", hint)
	}
	const instead = `ask for the context of a task: CONTEXT FOR "task"`
	switch q := q.(type) {
	case query.Context:
		return q, nil
	case query.Explain:
		// No context store: a bundle can be computed, but not looked up (QG13).
		return query.Context{}, missing("EXPLAIN CONTEXT", "context_persistence",
			"bundles are not kept: run the query again, over the same revisions it gives the same address")
	case query.Find:
		return query.Context{}, missing("FIND OBJECT", "find_object", instead)
	default:
		return query.Context{}, missing("CONTEXT FOR entity(…)", "entity_context", instead)
	}
}

// Compile makes the statement of a query as of t, for lexical-v1 when scorer is
// nil. It needs no database: what it returns is what DB.Context runs.
func Compile(ctx context.Context, q query.Context, scorer provider.Provider, t time.Time) (Compiled, error) {
	return compile(ctx, q, scorer, t, nil)
}

// compile is Compile with what is known of the scope of the query at t; nil is
// nothing.
func compile(ctx context.Context, q query.Context, scorer provider.Provider, t time.Time, known *eligible) (Compiled, error) {
	if scorer == nil {
		scorer = lexical.Lexical{}
	}
	if err := provider.CheckName(scorer.Name()); err != nil {
		return Compiled{}, err
	}
	c := Compiled{Query: q, Plan: plan.Build(q), name: scorer.Name()}
	if q.AsOf != nil {
		t = *q.AsOf // QS1
	}
	request := provider.Request{Task: q.Task, Allowed: c.Plan.Exclusion.Allowed}
	if known != nil {
		request.Eligible = &known.revisions
	}
	var err error
	c.scorer, err = scorer.Relevance(ctx, request)
	if err != nil {
		return Compiled{}, fmt.Errorf("scorer %s: %w", scorer.Name(), err)
	}
	relevance := c.scorer.CTEs
	if c.scorer.Nothing {
		relevance = sqlgen.Nothing()
	}
	if known == nil {
		c.Statement, err = sqlgen.Context(c.Plan, relevance, t)
		return c, err
	}
	c.Statement, err = sqlgen.ContextKnown(c.Plan, relevance, t,
		sqlgen.Known{Counts: known.counts, ByRevision: c.scorer.ByRevision && !c.scorer.Nothing})
	return c, err
}
