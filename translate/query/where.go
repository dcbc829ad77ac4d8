package query

import (
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// checker checks and converts the predicate of one WHERE.
type checker struct {
	*resolver
	columns  []columnType
	hasScore bool // the query has ABOUT
}

func (r *resolver) where(clause *syntax.Where, columns []columnType, hasScore bool) Predicate {
	c := checker{r, columns, hasScore}
	return c.predicate(clause.Predicate)
}

func (c *checker) predicate(p syntax.Predicate) Predicate {
	switch p := p.(type) {
	case *syntax.Or:
		return c.or(p)
	case *syntax.And:
		return c.and(p)
	case *syntax.Not:
		return Not{c.predicate(p.Term)}
	case *syntax.Compare:
		return c.compare(p)
	case *syntax.In:
		return c.in(p)
	case *syntax.Between:
		return c.between(p)
	case *syntax.Contains:
		return c.contains(p)
	case *syntax.IsNull:
		column, _ := c.column(p.Column)
		return IsNull{column, p.Negated}
	}
	return nil
}

// or is flat: an Or within it gives its terms.
func (c *checker) or(p *syntax.Or) Predicate {
	var terms []Predicate
	for _, term := range p.Terms {
		switch inner := c.predicate(term).(type) {
		case Or:
			terms = append(terms, inner.Terms...)
		default:
			terms = append(terms, inner)
		}
	}
	return Or{terms}
}

// and is flat: an And within it gives its terms.
func (c *checker) and(p *syntax.And) Predicate {
	var terms []Predicate
	for _, term := range p.Terms {
		switch inner := c.predicate(term).(type) {
		case And:
			terms = append(terms, inner.Terms...)
		default:
			terms = append(terms, inner)
		}
	}
	return And{terms}
}

func (c *checker) compare(p *syntax.Compare) Predicate {
	column, typ := c.column(p.Column)
	op := Op(p.Op.Word)
	c.allow(typ, string(op), p.Op.Span, op.ordered())
	value := c.value(typ, p.Value)
	if op.ordered() {
		c.order(value, string(op), p.Op.Span)
	}
	return Compare{column, op, value}
}

func (c *checker) between(p *syntax.Between) Predicate {
	column, typ := c.column(p.Column)
	c.allow(typ, "BETWEEN", p.Column.Span, true)
	low, high := c.value(typ, p.Low), c.value(typ, p.High)
	c.order(low, "BETWEEN", p.Low.Span)
	c.sameKind(p.High.Span, low, high)
	return Between{column, low, high}
}

func (c *checker) in(p *syntax.In) Predicate {
	column, typ := c.column(p.Column)
	c.allow(typ, "IN", p.Column.Span, false)
	values := make([]Value, len(p.Values))
	for i, literal := range p.Values {
		values[i] = c.value(typ, literal)
		c.sameKind(literal.Span, values[0], values[i])
	}
	if c.err == nil {
		values = sortValues(typ, values)
	}
	return In{column, p.Negated, values}
}

func (c *checker) contains(p *syntax.Contains) Predicate {
	column, typ := c.column(p.Column)
	switch typ.kind {
	case textKind, setKind, jsonKind:
	default:
		c.fail(c.wrongOperator(p.Column, typ, "CONTAINS"))
		return nil
	}
	text, ok := c.value(typ, p.Value).(Text)
	if !ok {
		c.fail(c.wrongLiteral(p.Value, typ, "string"))
	}
	return Contains{column, text}
}

// allow refuses an operator that the column has not: a set has only CONTAINS, a
// vocabulary has no order (QF4).
func (c *checker) allow(typ columnType, operator string, at source.Span, ordered bool) {
	switch {
	case c.err != nil:
	case typ.kind == setKind:
		c.fail(c.setOperator(at, typ, operator))
	case typ.kind == wordKind && ordered:
		c.fail(c.noOrder(at, typ, operator))
	}
}

// order refuses to put booleans in order.
func (c *checker) order(v Value, operator string, at source.Span) {
	if _, isBool := v.(Bool); isBool {
		c.fail(c.boolOrder(at, operator))
	}
}
