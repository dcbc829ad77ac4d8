package query

import "time"

// Predicate is a condition of WHERE whose types are checked: Or, And, Not,
// Compare, In, Between, Contains or IsNull, in this order in every switch. A
// comparison with a missing value is unknown, as in SQL.
type Predicate interface{ predicate() }

// The conditions of WHERE. Or and And are flat: no term of an Or is an Or, no
// term of an And is an And.
type (
	// Or is two or more terms, one of which must hold.
	Or struct{ Terms []Predicate }
	// And is two or more terms, all of which must hold.
	And struct{ Terms []Predicate }
	// Not is the opposite of its term.
	Not struct{ Term Predicate }
	// Compare is column op value. Only = and != go with a word of a vocabulary
	// (QF4) and with a Bool.
	Compare struct {
		Column Column
		Op     Op
		Value  Value
	}
	// In is column [NOT] IN (value, …). The values are of one kind, ordered and
	// without duplicates.
	In struct {
		Column  Column
		Negated bool
		Values  []Value
	}
	// Between is column BETWEEN low AND high, both ends included.
	Between struct {
		Column    Column
		Low, High Value
	}
	// Contains asks for a piece of text in a text column, without wildcards and
	// with regard to case, or for a role among roles.
	Contains struct {
		Column Column
		Text   Text
	}
	// IsNull asks for a missing value, negated for one that is there.
	IsNull struct {
		Column  Column
		Negated bool
	}
)

func (Or) predicate()       {}
func (And) predicate()      {}
func (Not) predicate()      {}
func (Compare) predicate()  {}
func (In) predicate()       {}
func (Between) predicate()  {}
func (Contains) predicate() {}
func (IsNull) predicate()   {}

// Op is a comparison operator as the language writes it.
type Op string

// The comparison operators.
const (
	Equal          Op = "="
	NotEqual       Op = "!="
	Less           Op = "<"
	LessOrEqual    Op = "<="
	Greater        Op = ">"
	GreaterOrEqual Op = ">="
)

// ordered tells whether the operator needs an order of the values.
func (op Op) ordered() bool { return op != Equal && op != NotEqual }

// Value is a typed literal: Text, Number, Bool or Time.
type Value interface {
	value()
	literal() string // as canonical text
}

// Text is a string, or a word of a vocabulary in lower case.
type Text string

// Number is a decimal number in plain notation: an optional minus, digits, and a
// point with digits; no leading zeros, no trailing zeros after the point.
type Number string

// Bool is TRUE or FALSE.
type Bool bool

// Time is a point in time in UTC with whole microseconds.
type Time struct{ time.Time }

func (Text) value()   {}
func (Number) value() {}
func (Bool) value()   {}
func (Time) value()   {}
