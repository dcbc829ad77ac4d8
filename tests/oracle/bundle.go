package oracle

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"time"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// Answer is what the oracle says about one query.
type Answer struct {
	Bundle      packer.Bundle
	Explanation Explanation
}

// Answer answers a query whose evaluation time is now.
func (s *Store) Answer(q query.Context, now time.Time) Answer {
	v := s.open(q, now)
	p := v.pack(v.rank())
	b := packer.Bundle{Task: q.Task, Items: []packer.Item{}, Metadata: v.metadata(p)}
	if q.Evidence {
		b.Evidence = []packer.Evidence{}
	}
	for _, c := range p.items {
		b.Items = append(b.Items, v.item(c))
		if q.Evidence {
			b.Evidence = append(b.Evidence, v.evidence(c))
		}
	}
	b.ID = address(b, p.items)
	return Answer{Bundle: b, Explanation: v.explain(b, p)}
}

func (v *view) metadata(p packing) packer.Metadata {
	m := packer.Metadata{
		CanonicalQuery: canonical(v.q), Scorer: "lexical-v1", Estimators: []string{}, EvaluatedAt: formatTime(v.now),
		Considered: len(v.live()), Excluded: map[string]int{}, Truncated: len(p.rejected) > 0, // QS13
	}
	m.Budget.Used = p.used
	if v.q.Budget > 0 {
		m.Budget.Limit = &v.q.Budget
	}
	if v.q.AsOf != nil {
		t := formatTime(*v.q.AsOf)
		m.AsOf = &t
	}
	for _, reason := range exclusions { // QS11
		m.Excluded[reason] = 0
	}
	for _, reason := range v.reason {
		if reason != "" {
			m.Excluded[reason]++
		}
	}
	for _, c := range p.items {
		m.Estimators = append(m.Estimators, estimator(*c.packed))
	}
	slices.Sort(m.Estimators)
	m.Estimators = slices.Compact(m.Estimators)
	return m
}

func (v *view) item(c *candidate) packer.Item {
	f := *c.packed
	i := packer.Item{
		Object: v.at(c.id), Representation: f.Name, MediaType: f.MediaType, Tokens: size(f), Estimator: estimator(f),
		Score: c.score, Why: v.why(c), Path: []string{v.at(c.id)}, State: states[c.state], Origin: c.revision.Origin,
		Trust: c.revision.Trust, Validation: c.revision.Validation, Roles: effective(c.revision, f),
		Content: f.Content, ContentRef: f.ContentRef, ContentHash: f.hash(), // QB13
	}
	if c.hops > 0 { // QB7
		i.Path = nil
		for _, node := range c.arrival.path {
			i.Path = append(i.Path, v.versioned(node))
		}
	}
	return i
}

// why says why an item is there (QB6).
func (v *view) why(c *candidate) []packer.Why {
	out := []packer.Why{}
	if c.lexical.own > 0 {
		out = append(out, packer.Why{Kind: "lexical_match", Terms: c.lexical.terms})
	}
	if c.hops > 0 {
		out = append(out, packer.Why{Kind: "graph_expansion", From: v.at(c.arrival.seed), Via: c.arrival.via, Hops: c.hops})
	}
	for _, term := range c.boosts {
		out = append(out, packer.Why{Kind: "preferred", Term: term})
	}
	if name := v.q.Prefer.Representation; name != nil && *name == c.packed.Name {
		out = append(out, packer.Why{Kind: "preferred", Term: "REPRESENTATION " + quote(*name)})
	}
	return out
}

// at is the address of an object with its selected revision.
func (v *view) at(id string) string {
	return objectScheme + id + "@" + strconv.Itoa(v.selected[id].Rev)
}

// hash is the stored hash of a form, or that of its content (QB3).
func (f form) hash() string {
	if f.Content == nil {
		return f.ContentHash
	}
	sum := sha256.Sum256([]byte(*f.Content))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// formatTime prints UTC with Z and without trailing zeros (QG11).
func formatTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999999Z") }
