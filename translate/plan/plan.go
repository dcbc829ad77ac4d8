// Package plan turns a canonical query into the ordered stages that the
// statement and the packer carry out. A plan holds decisions, no text: which
// representations an EXCLUDE ROLE leaves, how many boosts a score can get.
package plan

import (
	"math"
	"time"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// Plan is the way of a CONTEXT FOR query, stage by stage.
type Plan struct {
	AsOf      *time.Time `json:"as_of"` // nil: the transaction's time (QS1)
	Scope     Scope      `json:"scope"`
	Exclusion Exclusion  `json:"exclusion"`
	Relevance Relevance  `json:"relevance"`
	Expansion Expansion  `json:"expansion"`
	Boosts    []Boost    `json:"preference"` // in canonical order
	Rank      Rank       `json:"rank"`
	Pack      Pack       `json:"pack"`
}

// Scope says which objects are candidates.
type Scope struct {
	Project *string `json:"project"` // nil: every project (QS5)
}

// Exclusion is the hard filter. Its JSON form is that of MarshalJSON.
type Exclusion struct {
	MaxAge    time.Duration // 0: any age (QS2)
	Untrusted bool          // QS6
	Stale     bool          // M6
	Allowed   uint64        // bit c: role class c may be read; all bits set without EXCLUDE ROLE
}

// AllClasses is Exclusion.Allowed when the query excludes no role.
const AllClasses = math.MaxUint64

// Relevance says what is scored.
type Relevance struct {
	Task string `json:"task"`
}

// Expansion says how far relevance spreads.
type Expansion struct {
	Depth int `json:"hops"` // 0: not at all
}

// Boost multiplies the score of the objects that satisfy it by 5/4 (QR10). Its
// JSON form is that of MarshalJSON.
type Boost struct {
	Term    string       // as in the canonical query
	Current bool         // satisfied by state current; otherwise by trust
	AtLeast schema.Trust // satisfied by this trust and above
}

// Satisfied tells whether an object gets the boost.
func (b Boost) Satisfied(state schema.State, trust schema.Trust) bool {
	if b.Current {
		return state == schema.StateCurrent
	}
	return trust >= b.AtLeast
}

// Rank keeps the best.
type Rank struct {
	Objects int `json:"objects"`
}

// Pack is what the packer does with the ranked objects.
type Pack struct {
	Budget         int     `json:"budget"`         // tokens; 0: no limit
	Representation *string `json:"representation"` // preferred
	Evidence       bool    `json:"evidence"`
}

// Build plans a query.
func Build(q query.Context) Plan {
	p := Plan{
		AsOf:  q.AsOf,
		Scope: Scope{Project: q.Project},
		Exclusion: Exclusion{
			Untrusted: q.Exclude.Untrusted,
			Stale:     q.Exclude.Stale,
			Allowed:   schema.AllowedClasses(q.Exclude.Roles),
		},
		Relevance: Relevance{Task: q.Task},
		Expansion: Expansion{Depth: q.MaxDepth},
		Rank:      Rank{Objects: q.MaxObjects},
		Pack:      Pack{Budget: q.Budget, Representation: q.Prefer.Representation, Evidence: q.Evidence},
	}
	if q.MaxAge != nil {
		p.Exclusion.MaxAge = q.MaxAge.Span()
	}
	if q.Prefer.Current {
		p.Boosts = append(p.Boosts, Boost{Term: "CURRENT", Current: true})
	}
	for _, t := range q.Prefer.Trust {
		p.Boosts = append(p.Boosts, Boost{Term: trustTerm(t), AtLeast: t})
	}
	return p
}
