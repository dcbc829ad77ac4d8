package syntax

import "github.com/sqlq-dev/sqlq/translate/source"

// outliner makes the nodes of one file.
type outliner struct{ file *source.File }

func (o outliner) node(kind string, n Node, text string, children ...Outline) Outline {
	span := n.Range()
	return Outline{Kind: kind, Text: text, Pos: o.file.Pos(span.Start), End: o.file.Pos(span.End).Offset, Children: children}
}

func (o outliner) clauses(clauses []Clause) []Outline {
	out := make([]Outline, len(clauses))
	for i, c := range clauses {
		out[i] = o.clause(c)
	}
	return out
}

func (o outliner) clause(c Clause) Outline {
	switch c := c.(type) {
	case *UsingProject:
		return o.node("UsingProject", c, c.Project.format())
	case *Budget:
		return o.node("Budget", c, c.Tokens.Digits)
	case *Prefer:
		return o.node("Prefer", c, "", outlines(c.Items, func(i PreferItem) Outline { return o.node("PreferItem", i, i.format()) })...)
	case *Exclude:
		return o.node("Exclude", c, "", outlines(c.Items, func(i ExcludeItem) Outline { return o.node("ExcludeItem", i, i.format()) })...)
	case *MaxObjects:
		return o.node("MaxObjects", c, c.Count.Digits)
	case *MaxDepth:
		return o.node("MaxDepth", c, c.Hops.Digits)
	case *MaxAge:
		return o.node("MaxAge", c, c.Count.Digits+c.Unit.Word)
	case *WithEvidence:
		return o.node("WithEvidence", c, "")
	case *AsOf:
		return o.node("AsOf", c, c.Time.format())
	case *About:
		if c.Representation == nil {
			return o.node("About", c, c.Topic.format())
		}
		return o.node("About", c, c.Topic.format(), o.node("UsingRepresentation", c.Representation, c.Representation.format()))
	case *Where:
		return o.node("Where", c, "", o.predicate(c.Predicate))
	case *Limit:
		return o.node("Limit", c, c.Rows.Digits)
	case *Depth:
		return o.node("Depth", c, c.Hops.Digits)
	case *Include:
		return o.node("Include", c, "", outlines(c.Sections, func(k Keyword) Outline { return o.node("Section", k, k.Word) })...)
	}
	return Outline{}
}

func (o outliner) predicate(p Predicate) Outline {
	switch p := p.(type) {
	case *Or:
		return o.node("Or", p, "", outlines(p.Terms, o.predicate)...)
	case *And:
		return o.node("And", p, "", outlines(p.Terms, o.predicate)...)
	case *Not:
		return o.node("Not", p, "", o.predicate(p.Term))
	case *Compare:
		return o.node("Compare", p, formatPredicate(p))
	case *In:
		return o.node("In", p, formatPredicate(p))
	case *Between:
		return o.node("Between", p, formatPredicate(p))
	case *Contains:
		return o.node("Contains", p, formatPredicate(p))
	case *IsNull:
		return o.node("IsNull", p, formatPredicate(p))
	}
	return Outline{}
}

func outlines[T any](items []T, outline func(T) Outline) []Outline {
	out := make([]Outline, len(items))
	for i, item := range items {
		out[i] = outline(item)
	}
	return out
}
