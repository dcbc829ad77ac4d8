package query

import (
	"strings"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// Condition prints a predicate as canonical text, with parentheses only where
// the precedence of NOT, AND and OR needs them.
func Condition(p Predicate) string {
	var b strings.Builder
	writeCondition(&b, p)
	return b.String()
}

func writeCondition(b *strings.Builder, p Predicate) {
	switch p := p.(type) {
	case Or:
		writeTerms(b, " OR ", p.Terms)
	case And:
		writeTerms(b, " AND ", p.Terms)
	case Not:
		b.WriteString("NOT ")
		writeTerm(b, p.Term, isJunction(p.Term))
	case Compare:
		b.WriteString(p.Column.String() + " " + string(p.Op) + " " + p.Value.literal())
	case In:
		b.WriteString(p.Column.String())
		if p.Negated {
			b.WriteString(" NOT")
		}
		b.WriteString(" IN (")
		for i, v := range p.Values {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(v.literal())
		}
		b.WriteByte(')')
	case Between:
		b.WriteString(p.Column.String() + " BETWEEN " + p.Low.literal() + " AND " + p.High.literal())
	case Contains:
		b.WriteString(p.Column.String() + " CONTAINS " + p.Text.literal())
	case IsNull:
		b.WriteString(p.Column.String() + " IS ")
		if p.Negated {
			b.WriteString("NOT ")
		}
		b.WriteString("NULL")
	}
}

// writeTerms joins terms. Since Or and And are flat, only an Or within an And
// needs parentheses.
func writeTerms(b *strings.Builder, word string, terms []Predicate) {
	for i, term := range terms {
		if i > 0 {
			b.WriteString(word)
		}
		_, or := term.(Or)
		writeTerm(b, term, or)
	}
}

func writeTerm(b *strings.Builder, p Predicate, parentheses bool) {
	if parentheses {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	writeCondition(b, p)
}

func isJunction(p Predicate) bool {
	switch p.(type) {
	case Or, And:
		return true
	}
	return false
}

func (t Text) literal() string   { return syntax.Quote(string(t)) }
func (n Number) literal() string { return string(n) }
func (t Time) literal() string   { return syntax.Quote(schema.FormatTime(t.Time)) }

func (b Bool) literal() string {
	if b {
		return "TRUE"
	}
	return "FALSE"
}
