package syntax

import "github.com/sqlq-dev/sqlq/translate/source"

// Clause is one clause of a query, of the kinds that follow.
type Clause interface {
	Node
	clause()
}

// The clauses of the language. Prefer, Exclude and Include have at least one
// item, in the order in which they are written.
type (
	// UsingProject is USING PROJECT "name".
	UsingProject struct {
		source.Span
		Project Text
	}
	// Budget is BUDGET n TOKENS.
	Budget struct {
		source.Span
		Tokens Number
	}
	// Prefer is PREFER item, ….
	Prefer struct {
		source.Span
		Items []PreferItem
	}
	// Exclude is EXCLUDE item, ….
	Exclude struct {
		source.Span
		Items []ExcludeItem
	}
	// MaxObjects is MAX OBJECTS n.
	MaxObjects struct {
		source.Span
		Count Number
	}
	// MaxDepth is MAX DEPTH n.
	MaxDepth struct {
		source.Span
		Hops Number
	}
	// MaxAge is MAX AGE n unit.
	MaxAge struct {
		source.Span
		Count Number
		Unit  Keyword // h, d, w or m
	}
	// WithEvidence is WITH EVIDENCE.
	WithEvidence struct{ source.Span }
	// AsOf is AS OF "time".
	AsOf struct {
		source.Span
		Time Text
	}
	// About is ABOUT "text", with USING REPRESENTATION name.
	About struct {
		source.Span
		Topic          Text
		Representation *Text // nil: every representation
	}
	// Where is WHERE predicate.
	Where struct {
		source.Span
		Predicate Predicate
	}
	// Limit is LIMIT n.
	Limit struct {
		source.Span
		Rows Number
	}
	// Depth is DEPTH <= n of the v0.4 form.
	Depth struct {
		source.Span
		Hops Number
	}
	// Include is INCLUDE section, … of the v0.4 form.
	Include struct {
		source.Span
		Sections []Keyword
	}
)

func (*UsingProject) clause() {}
func (*Budget) clause()       {}
func (*Prefer) clause()       {}
func (*Exclude) clause()      {}
func (*MaxObjects) clause()   {}
func (*MaxDepth) clause()     {}
func (*MaxAge) clause()       {}
func (*WithEvidence) clause() {}
func (*AsOf) clause()         {}
func (*About) clause()        {}
func (*Where) clause()        {}
func (*Limit) clause()        {}
func (*Depth) clause()        {}
func (*Include) clause()      {}

// PreferItem is one item of PREFER.
type PreferItem struct {
	source.Span
	Word           Keyword // CURRENT, a trust level or REPRESENTATION
	Representation *Text   // set exactly for REPRESENTATION
}

// ExcludeItem is one item of EXCLUDE.
type ExcludeItem struct {
	source.Span
	Word Keyword  // UNTRUSTED, STALE or ROLE
	Role *Keyword // set exactly for ROLE
	From *Keyword // set for ROLE r FROM s
}
