package query

import (
	"strings"

	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// The wording of the errors of this stage.

func (r *resolver) outOfRange(name string, n syntax.Number, low, high int) *source.Diagnostic {
	digits := strings.TrimLeft(n.Digits, "0")
	switch {
	case digits == "":
		digits = "0"
	case len(digits) > 30:
		digits = digits[:30] + "…"
	}
	nearest := high
	if digits == "0" {
		nearest = low
	}
	return r.file.Errorf(n.Span, source.Limit, "out_of_range", "%s takes %d to %d, not %s", name, low, high, digits).
		WithHint("write %d, or leave it out for the default", nearest)
}

func (r *resolver) badTime(at source.Span, class source.Class, code string, err error) *source.Diagnostic {
	return r.file.Errorf(at, class, code, "%s", err)
}

func (r *resolver) badAddress(address syntax.Text) *source.Diagnostic {
	return r.file.Errorf(address.Span, source.Parse, "bad_address", "this is not the address of a bundle").
		WithExpected("a context address").
		WithHint("an address is context://ctx_ and 32 hexadecimal digits in lower case")
}

func (r *resolver) representationConflict(name syntax.Text, first string) *source.Diagnostic {
	return r.file.Errorf(name.Span, source.Parse, "representation_conflict",
		"PREFER REPRESENTATION names a second representation; only one can be preferred").
		WithHint("the first one is %s", syntax.Quote(clip(first)))
}

func (r *resolver) longCanonical(length int) *source.Diagnostic {
	return r.file.Errorf(r.file.All(), source.Limit, "query_too_long",
		"the canonical text of the query has %d bytes, the limit is %d", length, syntax.MaxLength).
		WithHint("shorten it: what counts of a task are its words, each once")
}

func (c *checker) unknownColumn(name syntax.Text) *source.Diagnostic {
	listed := names(c.columns)
	diag := c.file.Errorf(name.Span, source.Type, "unknown_column", "there is no column %s", clip(name.Value)).
		WithExpected(listed...)
	if near := syntax.Nearest(name.Value, listed); near != "" {
		return diag.WithHint("did you mean %s?", near)
	}
	return diag.WithHint("the columns are %s", strings.Join(listed, ", "))
}

func (c *checker) noPath(column syntax.Column) *source.Diagnostic {
	return c.file.Errorf(column.Span, source.Type, "unknown_column", "properties is compared by path").
		WithHint("write properties.name, or properties.\"odd name\".inner")
}

func (c *checker) surplusPath(column syntax.Column, typ columnType) *source.Diagnostic {
	return c.file.Errorf(column.Span, source.Type, "unknown_column", "%s has no path; only properties has one", typ.name).
		WithHint("write %s alone, or properties.name", typ.name)
}

func (c *checker) noScore(column syntax.Column) *source.Diagnostic {
	return c.file.Errorf(column.Span, source.Type, "unknown_column", "there is no score without ABOUT").
		WithHint(`say what to score against: ABOUT "text"`)
}

func (c *checker) unknownValue(literal syntax.Literal, typ columnType) *source.Diagnostic {
	noun := typ.name
	if typ.kind == setKind {
		noun = "role"
	}
	diag := c.file.Errorf(literal.Span, source.Type, "unknown_value", "%s is no word of %s", syntax.Quote(clip(literal.Value)), noun).
		WithExpected(typ.words...)
	if near := syntax.Nearest(literal.Value, typ.words); near != "" {
		return diag.WithHint("did you mean %s?", syntax.Quote(near))
	}
	return diag.WithHint("the words of %s are %s", noun, strings.Join(typ.words, ", "))
}

func (c *checker) wrongLiteral(literal syntax.Literal, typ columnType, want string) *source.Diagnostic {
	diag := c.file.Errorf(literal.Span, source.Type, "wrong_type", "%s goes with a %s, not with a %s", typ.name, want, literal.Kind).
		WithExpected("a " + want)
	if literal.Kind == syntax.TextLiteral {
		return diag.WithHint("numbers stand without quotes")
	}
	return diag.WithHint("strings stand in double quotes")
}

func (c *checker) longNumber(literal syntax.Literal) *source.Diagnostic {
	return c.file.Errorf(literal.Span, source.Limit, "out_of_range", "the number has more than %d digits", maxDigits).
		WithHint("round it, or compare with a shorter one")
}

func (c *checker) mixedKinds(at source.Span) *source.Diagnostic {
	return c.file.Errorf(at, source.Type, "wrong_type", "the values of one comparison are of one kind: text, numbers or booleans").
		WithHint("join two comparisons with OR")
}

func (c *checker) wrongOperator(column syntax.Column, typ columnType, operator string) *source.Diagnostic {
	return c.file.Errorf(column.Span, source.Type, "wrong_operator", "%s has no %s", typ.name, operator).
		WithHint("CONTAINS is for text, roles and properties")
}

func (c *checker) setOperator(at source.Span, typ columnType, operator string) *source.Diagnostic {
	return c.file.Errorf(at, source.Type, "wrong_operator", "%s is a set and has no %s", typ.name, operator).
		WithHint(`ask for one role with roles CONTAINS "data"`)
}

func (c *checker) noOrder(at source.Span, typ columnType, operator string) *source.Diagnostic {
	diag := c.file.Errorf(at, source.Type, "no_order", "%s has no order in WHERE and no %s", typ.name, operator)
	if typ.name == Trust {
		return diag.WithHint(`the order of trust is for PREFER and EXCLUDE; list the levels: trust IN ("verified", "authoritative")`)
	}
	return diag.WithHint("list the words with IN")
}

func (c *checker) boolOrder(at source.Span, operator string) *source.Diagnostic {
	return c.file.Errorf(at, source.Type, "no_order", "booleans have no order and no %s", operator).
		WithHint("compare with = or !=")
}

// clip shortens a text for a message.
func clip(s string) string {
	runes := []rune(s)
	if len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return s
}
