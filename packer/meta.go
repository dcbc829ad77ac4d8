package packer

import (
	"slices"
	"time"

	"github.com/sqlq-dev/sqlq/schema"
)

// Meta is what a bundle says beside its items.
type Meta struct {
	Task        string
	Canonical   string     // canonical text of the query (QG7)
	AsOf        *time.Time // nil without AS OF
	EvaluatedAt time.Time
	Scorer      string // name of the relevance provider (QR14)
	Lexical     bool   // the scorer matches terms: why names them, not the scorer (QB6)
	Budget      int    // tokens; 0: no limit
	Considered  int    // live objects that the caller may see (QS11)
	Excluded    map[schema.Reason]int

	// Evidence has the links of the items by bare object id. It is nil without
	// WITH EVIDENCE, and with it an object of which no links are recorded needs
	// no entry. The lists come in the order of QB9.
	Evidence map[string]Links
}

func metadata(p Packing, m Meta) Metadata {
	md := Metadata{
		CanonicalQuery: m.Canonical, Budget: Budget{Used: p.Used}, Scorer: m.Scorer,
		Estimators: estimators(p.Items), AsOf: formatAsOf(m.AsOf),
		EvaluatedAt: schema.FormatTime(m.EvaluatedAt), Considered: m.Considered,
		Excluded: make(map[string]int, 7), Truncated: len(p.LeftOut) > 0, // QS13
	}
	if m.Budget > 0 {
		md.Budget.Limit = &m.Budget
	}
	for _, r := range schema.ExclusionReasons() {
		md.Excluded[r.String()] = m.Excluded[r]
	}
	return md
}

// estimators lists those that the items name, once each, sorted by byte (QB1).
func estimators(items []Picked) []string {
	names := make([]string, 0, len(items))
	for i := range items {
		names = append(names, items[i].Form.Estimator)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func formatAsOf(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := schema.FormatTime(*t)
	return &s
}

// evidence gives every item a record, empty lists where nothing is recorded.
func evidence(items []Picked, links map[string]Links) []Evidence {
	out := make([]Evidence, 0, len(items))
	for i := range items {
		l := links[items[i].Object]
		if l.Derivations == nil {
			l.Derivations = []Derivation{}
		}
		if l.Entities == nil {
			l.Entities = []EntityLink{}
		}
		out = append(out, Evidence{Object: items[i].Address(), Links: l})
	}
	return out
}
