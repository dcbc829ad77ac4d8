package syntax

import (
	"strings"
	"unicode/utf8"
)

// lineLength is the number of code points from which on Format breaks WHERE at
// its outermost AND or OR.
const lineLength = 80

// Format prints a query for people: one clause a line in the order in which they
// were written, keywords in upper case, one space between tokens. The result
// ends with a new line, reads back as the same query, and formats to itself.
func Format(q Query) string {
	var lines []string
	switch q := q.(type) {
	case *ContextTask:
		lines = append([]string{"CONTEXT FOR " + q.Task.format()}, formatClauses(q.Clauses)...)
	case *EntityContext:
		lines = append([]string{"CONTEXT FOR entity(" + q.Type.Value + ")"}, formatClauses(q.Clauses)...)
	case *ExplainContext:
		lines = []string{"EXPLAIN CONTEXT " + q.Address.format()}
	case *FindObject:
		head := "FIND OBJECT"
		if q.Type != nil {
			head += "(" + q.Type.Value + ")"
		}
		lines = append([]string{head}, formatClauses(q.Clauses)...)
	}
	return strings.Join(lines, "\n") + "\n"
}

func formatClauses(clauses []Clause) []string {
	out := make([]string, len(clauses))
	for i, c := range clauses {
		out[i] = formatClause(c)
	}
	return out
}

func formatClause(c Clause) string {
	switch c := c.(type) {
	case *UsingProject:
		return "USING PROJECT " + c.Project.format()
	case *Budget:
		return "BUDGET " + c.Tokens.format() + " TOKENS"
	case *Prefer:
		return "PREFER " + join(c.Items, PreferItem.format)
	case *Exclude:
		return "EXCLUDE " + join(c.Items, ExcludeItem.format)
	case *MaxObjects:
		return "MAX OBJECTS " + c.Count.format()
	case *MaxDepth:
		return "MAX DEPTH " + c.Hops.format()
	case *MaxAge:
		return "MAX AGE " + c.Count.format() + c.Unit.Word
	case *WithEvidence:
		return "WITH EVIDENCE"
	case *AsOf:
		return "AS OF " + c.Time.format()
	case *About:
		if c.Representation == nil {
			return "ABOUT " + c.Topic.format()
		}
		return "ABOUT " + c.Topic.format() + " USING REPRESENTATION " + c.Representation.format()
	case *Where:
		return formatWhere(c.Predicate)
	case *Limit:
		return "LIMIT " + c.Rows.format()
	case *Depth:
		return "DEPTH <= " + c.Hops.format()
	case *Include:
		return "INCLUDE " + join(c.Sections, func(k Keyword) string { return k.Word })
	}
	return ""
}

// formatWhere breaks a long condition before each AND or OR of its outermost
// level.
func formatWhere(p Predicate) string {
	line := "WHERE " + formatPredicate(p)
	if utf8.RuneCountInString(line) <= lineLength {
		return line
	}
	switch p := p.(type) {
	case *Or:
		return "WHERE " + formatTerms(p.Terms, "\n   OR ", isOr)
	case *And:
		return "WHERE " + formatTerms(p.Terms, "\n  AND ", isJunction)
	}
	return line
}

func (i PreferItem) format() string {
	if i.Representation == nil {
		return i.Word.Word
	}
	return i.Word.Word + " " + i.Representation.format()
}

func (i ExcludeItem) format() string {
	out := i.Word.Word
	if i.Role != nil {
		out += " " + i.Role.Word
	}
	if i.From != nil {
		out += " FROM " + i.From.Word
	}
	return out
}

func (t Text) format() string {
	if t.Quoted {
		return Quote(t.Value)
	}
	return t.Value
}

// format drops leading zeros.
func (n Number) format() string {
	if digits := strings.TrimLeft(n.Digits, "0"); digits != "" {
		return digits
	}
	return "0"
}

// join prints items with commas between them.
func join[T any](items []T, format func(T) string) string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = format(item)
	}
	return strings.Join(out, ", ")
}
