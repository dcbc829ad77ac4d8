package syntax

import "github.com/sqlq-dev/sqlq/translate/source"

// Node is any part of the tree. Range is its place in the text, in bytes.
type Node interface{ Range() source.Span }

// Query is a whole query: *ContextTask, *EntityContext, *ExplainContext or
// *FindObject, in this order in every switch.
type Query interface {
	Node
	query()
}

// ContextTask is CONTEXT FOR "task", the v0.5 form.
type ContextTask struct {
	source.Span
	Task    Text
	Clauses []Clause // as written; UsingProject to AsOf
}

// EntityContext is CONTEXT FOR entity(type), the v0.4 form.
type EntityContext struct {
	source.Span
	Type    Name
	Clauses []Clause // as written; Where, Depth, Include, AsOf
}

// ExplainContext is EXPLAIN CONTEXT address (QG13).
type ExplainContext struct {
	source.Span
	Address Text
}

// FindObject is FIND OBJECT.
type FindObject struct {
	source.Span
	Type    *Name    // nil: every type
	Clauses []Clause // as written; About, Where, AsOf, Limit
}

func (*ContextTask) query()    {}
func (*EntityContext) query()  {}
func (*ExplainContext) query() {}
func (*FindObject) query()     {}

// Text is a string, or a name where the grammar takes both.
type Text struct {
	source.Span
	Value  string // without quotes and escapes
	Quoted bool   // written in quotes
}

// Number is a whole number without sign, as written.
type Number struct {
	source.Span
	Digits string // at least one digit; may begin with zeros
}

// Keyword is a word out of a closed list.
type Keyword struct {
	source.Span
	Word string // in upper case; time units in lower case
}

// Name is a dotted name such as an object type.
type Name struct {
	source.Span
	Value string // the words with points between them
}
