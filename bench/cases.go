package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/bench/corpus"
)

// scope is which objects a query may use.
type scope string

const (
	everything scope = "all"
	tenth      scope = "10 %"
	hundredth  scope = "1 %"
)

// queryCase is a kind of query to measure.
type queryCase struct {
	terms   int
	mix     corpus.Mix
	depth   int
	scope   scope
	clauses string // PREFER and EXCLUDE clauses
	past    bool   // AS OF a time by which half was written
}

// cases lists what is measured, grouped so that one thing changes at a time.
func cases(quick bool) []queryCase {
	if quick {
		return []queryCase{
			{3, corpus.Mixed, 1, everything, "", false}, {3, corpus.Mixed, 1, tenth, "", false},
			{8, corpus.Mixed, 1, everything, "", false}, {3, corpus.Mixed, 16, everything, "", false},
		}
	}
	var out []queryCase
	for _, mix := range []corpus.Mix{corpus.Mixed, corpus.RareOnly, corpus.CommonOnly} {
		for _, terms := range []int{1, 3, 8, 20} {
			out = append(out, queryCase{terms, mix, 1, everything, "", false})
		}
	}
	for _, s := range []scope{tenth, hundredth} {
		for _, terms := range []int{1, 3, 8, 20} {
			out = append(out, queryCase{terms, corpus.Mixed, 1, s, "", false})
		}
	}
	for _, mix := range []corpus.Mix{corpus.Mixed, corpus.RareOnly} {
		for _, depth := range []int{0, 3, 16} {
			out = append(out, queryCase{3, mix, depth, everything, "", false})
		}
	}
	return append(out,
		queryCase{3, corpus.Mixed, 16, tenth, "", false},
		queryCase{1, corpus.RareOnly, 16, everything, "", false},
		queryCase{3, corpus.Mixed, 1, everything, "EXCLUDE UNTRUSTED, STALE, ROLE INSTRUCTION", false},
		queryCase{3, corpus.Mixed, 1, everything, "PREFER CURRENT, VERIFIED", false},
		queryCase{3, corpus.Mixed, 1, everything, "BUDGET 4000 TOKENS MAX OBJECTS 500", false},
		queryCase{3, corpus.Mixed, 1, everything, "WITH EVIDENCE", false},
		queryCase{3, corpus.Mixed, 1, everything, "", true},
		queryCase{3, corpus.Mixed, 1, tenth, "", true})
}

func (c queryCase) String() string {
	name := fmt.Sprintf("%d %s, depth %d, %s", c.terms, c.mix, c.depth, c.scope)
	if c.clauses != "" {
		name += ", " + c.clauses
	}
	if c.past {
		name += ", AS OF half-way"
	}
	return name
}

// tasks makes n tasks, the same for all cases of the same terms and mix.
func (c queryCase) tasks(make tasker, n int) []string {
	h := fnv.New64a()
	fmt.Fprint(h, c.terms, c.mix)
	r := rand.New(rand.NewPCG(seed, h.Sum64()))
	var out []string
	for range n {
		out = append(out, make(r, c.terms, c.mix))
	}
	return out
}

// project of the scope; nil for all.
func (c queryCase) project(s source) *string {
	switch c.scope {
	case tenth:
		return &s.tenth
	case hundredth:
		return &s.small
	}
	return nil
}

// text is the query for a task.
func (c queryCase) text(s source, task string) string {
	parts := []string{"CONTEXT FOR " + quote(task)}
	if p := c.project(s); p != nil {
		parts = append(parts, "USING PROJECT "+quote(*p))
	}
	if c.clauses != "" {
		parts = append(parts, c.clauses)
	}
	if c.depth != 1 {
		parts = append(parts, fmt.Sprintf("MAX DEPTH %d", c.depth))
	}
	if c.past {
		parts = append(parts, "AS OF "+quote(s.past.Format(time.RFC3339)))
	}
	return strings.Join(parts, " ")
}

func quote(s string) string { return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"` }
