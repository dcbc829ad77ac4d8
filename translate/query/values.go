package query

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// column finds the column of a comparison, whatever its case; the steps of a
// path keep theirs.
func (c *checker) column(column syntax.Column) (Column, columnType) {
	name, steps := column.Parts[0], column.Parts[1:]
	i := slices.IndexFunc(c.columns, func(t columnType) bool { return strings.EqualFold(string(t.name), name.Value) })
	if i < 0 {
		c.fail(c.unknownColumn(name))
		return Column{}, columnType{}
	}
	typ := c.columns[i]
	switch {
	case typ.kind == jsonKind && len(steps) == 0:
		c.fail(c.noPath(column))
	case typ.kind != jsonKind && len(steps) > 0:
		c.fail(c.surplusPath(column, typ))
	case typ.kind == scoreKind && !c.hasScore:
		c.fail(c.noScore(column))
	}
	out := Column{Name: typ.name}
	for _, step := range steps {
		out.Path = append(out.Path, step.Value)
	}
	return out, typ
}

// value turns a literal into the type of its column.
func (c *checker) value(typ columnType, literal syntax.Literal) Value {
	switch {
	case c.err != nil:
		return nil
	case typ.kind == jsonKind:
		return c.jsonValue(literal)
	case typ.kind == scoreKind:
		if literal.Kind != syntax.NumberLiteral {
			c.fail(c.wrongLiteral(literal, typ, "number"))
			return nil
		}
		return c.jsonValue(literal)
	case literal.Kind != syntax.TextLiteral:
		c.fail(c.wrongLiteral(literal, typ, "string"))
	case typ.kind == timeKind:
		at, err := ParseTime(literal.Value)
		if err != nil {
			c.fail(c.badTime(literal.Span, source.Type, "not_a_time", err))
		}
		return Time{at}
	case typ.words != nil && !slices.Contains(typ.words, literal.Value):
		c.fail(c.unknownValue(literal, typ))
	}
	return Text(literal.Value)
}

// jsonValue is the value of a literal by itself.
func (c *checker) jsonValue(literal syntax.Literal) Value {
	switch literal.Kind {
	case syntax.NumberLiteral:
		number, ok := decimal(literal.Value)
		if !ok {
			c.fail(c.longNumber(literal))
		}
		return number
	case syntax.BoolLiteral:
		return Bool(literal.Value == "TRUE")
	}
	return Text(literal.Value)
}

// sameKind refuses values of two kinds in one comparison.
func (c *checker) sameKind(at source.Span, a, b Value) {
	if c.err == nil && reflect.TypeOf(a) != reflect.TypeOf(b) {
		c.fail(c.mixedKinds(at))
	}
}

// sortValues gives the values of IN one order and drops duplicates.
func sortValues(typ columnType, values []Value) []Value {
	compare := func(a, b Value) int { return compareValues(typ, a, b) }
	slices.SortFunc(values, compare)
	return slices.CompactFunc(values, func(a, b Value) bool { return compare(a, b) == 0 })
}

// compareValues orders two values of one kind: words as their vocabulary, times
// and numbers by size, all else by byte.
func compareValues(typ columnType, a, b Value) int {
	switch a := a.(type) {
	case Time:
		return a.Compare(b.(Time).Time)
	case Number:
		return compareNumbers(a, b.(Number))
	case Text:
		if typ.words != nil {
			return cmp.Compare(slices.Index(typ.words, string(a)), slices.Index(typ.words, string(b.(Text))))
		}
	}
	return cmp.Compare(a.literal(), b.literal())
}

// compareNumbers compares canonical numbers by size: by sign, then by the length
// of the whole part, then digit by digit.
func compareNumbers(a, b Number) int {
	x, xNegative := strings.CutPrefix(string(a), "-")
	y, yNegative := strings.CutPrefix(string(b), "-")
	switch {
	case xNegative && !yNegative:
		return -1
	case yNegative && !xNegative:
		return 1
	case xNegative:
		x, y = y, x
	}
	wholeX, _, _ := strings.Cut(x, ".")
	wholeY, _, _ := strings.Cut(y, ".")
	return cmp.Or(cmp.Compare(len(wholeX), len(wholeY)), cmp.Compare(x, y))
}
