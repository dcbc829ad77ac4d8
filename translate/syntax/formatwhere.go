package syntax

import "strings"

// formatPredicate prints a condition on one line, with parentheses only where
// without them the text would read back as another tree.
func formatPredicate(p Predicate) string {
	switch p := p.(type) {
	case *Or:
		return formatTerms(p.Terms, " OR ", isOr)
	case *And:
		return formatTerms(p.Terms, " AND ", isJunction)
	case *Not:
		return "NOT " + formatTerm(p.Term, isJunction)
	case *Compare:
		return p.Column.format() + " " + p.Op.Word + " " + p.Value.format()
	case *In:
		not := ""
		if p.Negated {
			not = " NOT"
		}
		return p.Column.format() + not + " IN (" + join(p.Values, Literal.format) + ")"
	case *Between:
		return p.Column.format() + " BETWEEN " + p.Low.format() + " AND " + p.High.format()
	case *Contains:
		return p.Column.format() + " CONTAINS " + p.Value.format()
	case *IsNull:
		if p.Negated {
			return p.Column.format() + " IS NOT NULL"
		}
		return p.Column.format() + " IS NULL"
	}
	return ""
}

// formatTerms joins terms and puts those into parentheses that the test names.
func formatTerms(terms []Predicate, separator string, loose func(Predicate) bool) string {
	out := make([]string, len(terms))
	for i, term := range terms {
		out[i] = formatTerm(term, loose)
	}
	return strings.Join(out, separator)
}

func formatTerm(p Predicate, loose func(Predicate) bool) string {
	if loose(p) {
		return "(" + formatPredicate(p) + ")"
	}
	return formatPredicate(p)
}

func isOr(p Predicate) bool { _, ok := p.(*Or); return ok }

func isJunction(p Predicate) bool {
	_, and := p.(*And)
	return and || isOr(p)
}

// format prints the name in lower case and the path as written.
func (c Column) format() string {
	parts := make([]string, len(c.Parts))
	for i, part := range c.Parts {
		parts[i] = part.format()
	}
	parts[0] = strings.ToLower(parts[0])
	return strings.Join(parts, ".")
}

func (l Literal) format() string {
	if l.Kind == TextLiteral {
		return Quote(l.Value)
	}
	return l.Value
}
