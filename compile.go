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
	file := source.New(text)
	switch q := q.(type) {
	case query.Context:
		return q, nil
	case query.Explain:
		// No context store: a bundle can be computed, but not looked up (QG13).
		return query.Context{}, file.Errorf(source.Span{}, source.Capability, "missing_capability",
			"EXPLAIN CONTEXT needs the capability context_persistence, which this database does not have")
	case query.Find:
		return query.Context{}, file.Errorf(source.Span{}, source.Capability, "missing_capability",
			"FIND OBJECT needs the capability find_object, which this version does not have")
	default:
		return query.Context{}, file.Errorf(source.Span{}, source.Capability, "missing_capability",
			"CONTEXT FOR entity(…) needs the capability entity_context, which this version does not have")
	}
}

// Compile makes the statement of a query as of t, for lexical-v1 when scorer is
// nil. It needs no database: what it returns is what DB.Context runs.
func Compile(ctx context.Context, q query.Context, scorer provider.Provider, t time.Time) (Compiled, error) {
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
	var err error
	c.scorer, err = scorer.Relevance(ctx, provider.Request{Task: q.Task, Allowed: c.Plan.Exclusion.Allowed})
	if err != nil {
		return Compiled{}, fmt.Errorf("scorer %s: %w", scorer.Name(), err)
	}
	relevance := c.scorer.CTEs
	if c.scorer.Nothing {
		relevance = sqlgen.Nothing()
	}
	c.Statement, err = sqlgen.Context(c.Plan, relevance, t)
	return c, err
}
