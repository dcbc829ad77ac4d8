package syntax

import "github.com/sqlq-dev/sqlq/translate/source"

// Predicate is a condition of WHERE: *Or, *And, *Not, *Compare, *In, *Between,
// *Contains or *IsNull, in this order in every switch.
type Predicate interface {
	Node
	predicate()
}

// The conditions of WHERE.
type (
	// Or is two or more terms, one of which must hold.
	Or struct {
		source.Span
		Terms []Predicate
	}
	// And is two or more terms, all of which must hold.
	And struct {
		source.Span
		Terms []Predicate
	}
	// Not is NOT term.
	Not struct {
		source.Span
		Term Predicate
	}
	// Compare is column op value.
	Compare struct {
		source.Span
		Column Column
		Op     Keyword // = != < <= > >=
		Value  Literal
	}
	// In is column [NOT] IN (value, …).
	In struct {
		source.Span
		Column  Column
		Negated bool
		Values  []Literal // at least one
	}
	// Between is column BETWEEN low AND high, both ends included.
	Between struct {
		source.Span
		Column    Column
		Low, High Literal
	}
	// Contains is column CONTAINS value.
	Contains struct {
		source.Span
		Column Column
		Value  Literal
	}
	// IsNull is column IS [NOT] NULL.
	IsNull struct {
		source.Span
		Column  Column
		Negated bool
	}
)

func (*Or) predicate()       {}
func (*And) predicate()      {}
func (*Not) predicate()      {}
func (*Compare) predicate()  {}
func (*In) predicate()       {}
func (*Between) predicate()  {}
func (*Contains) predicate() {}
func (*IsNull) predicate()   {}

// Column is what a predicate reads: a column, or properties with a path.
type Column struct {
	source.Span
	Parts []Text // at least one; the first is not quoted
}

// LiteralKind is the kind of a literal.
type LiteralKind uint8

// The kinds of literals.
const (
	TextLiteral LiteralKind = iota
	NumberLiteral
	BoolLiteral
)

var literalNames = [...]string{"string", "number", "boolean"}

func (k LiteralKind) String() string { return literalNames[k] }

// Literal is a value in a predicate.
type Literal struct {
	source.Span
	Kind LiteralKind
	// Value is the text of a string without quotes and escapes, the digits of a
	// number with its sign and point, or TRUE or FALSE.
	Value string
}
