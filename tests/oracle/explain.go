package oracle

import (
	"maps"
	"slices"

	"github.com/sqlq-dev/sqlq/packer"
)

// Explanation is the answer to EXPLAIN CONTEXT for the bundle (QB10).
type Explanation struct {
	Context        string          `json:"context"`
	CanonicalQuery string          `json:"canonical_query"`
	AsOf           *string         `json:"as_of"`
	ComputedAt     string          `json:"computed_at"`
	Scorer         string          `json:"scorer"`
	Estimators     []string        `json:"estimators"`
	Budget         packer.Budget   `json:"budget"`
	Phases         map[string]int  `json:"phases"`
	Items          []ExplainedItem `json:"items"`
	Rejected       []Rejected      `json:"rejected"`
}

// ExplainedItem is an item without its content.
type ExplainedItem struct {
	packer.Item
	Terms     []string  `json:"terms"`
	Breakdown Breakdown `json:"score_breakdown"`
}

// Breakdown says what a score is made of.
type Breakdown struct {
	Lexical    int      `json:"lexical"`
	Propagated int      `json:"propagated"`
	Boosts     []string `json:"boosts"`
}

// Rejected is an object that was considered and left out.
type Rejected struct {
	Object string `json:"object"`
	Reason string `json:"reason"`
}

func (v *view) explain(b packer.Bundle, p packing) Explanation {
	m := b.Metadata
	e := Explanation{
		Context: b.ID, CanonicalQuery: m.CanonicalQuery, AsOf: m.AsOf, ComputedAt: m.EvaluatedAt, Scorer: m.Scorer,
		Estimators: m.Estimators, Budget: m.Budget, Items: []ExplainedItem{}, Rejected: []Rejected{},
	}
	for i, c := range p.items {
		item := b.Items[i]
		item.Content = nil
		e.Items = append(e.Items, ExplainedItem{item, append([]string{}, c.lexical.terms...),
			Breakdown{c.lexical.own, c.propagated, c.boosts}})
	}
	reasons := maps.Clone(v.reason)
	maps.Copy(reasons, p.rejected)
	for _, id := range slices.Sorted(maps.Keys(reasons)) {
		if reasons[id] != "" {
			e.Rejected = append(e.Rejected, Rejected{v.at(id), reasons[id]})
		}
	}
	e.Phases = map[string]int{"candidates": m.Considered, "packed": len(p.items), "rejected": len(e.Rejected), "seeds": 0, "expanded": 0}
	for _, id := range v.eligible() {
		_, reached := v.reached[id]
		switch {
		case v.lex[id].own > 0:
			e.Phases["seeds"]++
		case reached:
			e.Phases["expanded"]++
		}
	}
	return e
}
