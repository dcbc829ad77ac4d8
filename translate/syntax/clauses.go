package syntax

import "github.com/sqlq-dev/sqlq/translate/source"

// clauses reads the clauses of a form up to the end, in any order.
func (p *parser) clauses(f *form) []Clause {
	var out []Clause
	for p.more() {
		out = append(out, p.clause(f))
	}
	return out
}

// clause reads one clause. Only PREFER and EXCLUDE may come again (QG5); MAX is
// three clauses, which once cannot tell apart yet.
func (p *parser) clause(f *form) Clause {
	t := p.peek()
	first, ok := lookup(f.clauses, t.Text)
	if t.Kind != Word || !ok {
		p.noClause(f)
		return nil
	}
	p.next()
	if first != "PREFER" && first != "EXCLUDE" && first != "MAX" {
		p.once(clauseName(first), t.Span)
	}
	switch first {
	case "USING", "BUDGET", "PREFER", "EXCLUDE", "MAX", "WITH":
		return p.taskClause(first, t.Span)
	case "AS":
		p.expect("after AS", "OF")
		if kind := p.peek().Kind; kind != String && kind != Variable {
			p.unexpected("after AS OF", "a string")
			p.hint(`AS OF takes a time such as "2026-05-01T12:00:00Z" or "2026-05-01"`)
		}
		at := p.text("after AS OF")
		return &AsOf{p.since(t.Start), at}
	case "ABOUT":
		return p.about(t.Start)
	case "WHERE":
		predicate := p.where()
		return &Where{p.since(t.Start), predicate}
	case "LIMIT":
		rows := p.number("after LIMIT")
		return &Limit{p.since(t.Start), rows}
	case "DEPTH":
		p.expectSymbol("after DEPTH", "<=")
		hops := p.number("after DEPTH <=")
		return &Depth{p.since(t.Start), hops}
	default: // INCLUDE
		sections := list(p, func() Keyword { return p.keyword("in INCLUDE", sectionWords) })
		return &Include{p.since(t.Start), sections}
	}
}

// taskClause reads a clause of CONTEXT FOR "task" after its first word.
func (p *parser) taskClause(first string, at source.Span) Clause {
	switch first {
	case "USING":
		p.expect("after USING", "PROJECT")
		project := p.text("after USING PROJECT")
		return &UsingProject{p.since(at.Start), project}
	case "BUDGET":
		tokens := p.number("after BUDGET")
		p.expect("after the number of BUDGET", "TOKENS")
		return &Budget{p.since(at.Start), tokens}
	case "PREFER":
		items := list(p, p.preferItem)
		return &Prefer{p.since(at.Start), items}
	case "EXCLUDE":
		items := list(p, p.excludeItem)
		return &Exclude{p.since(at.Start), items}
	case "MAX":
		return p.maxClause(at)
	default: // WITH
		p.expect("after WITH", "EVIDENCE")
		return &WithEvidence{p.since(at.Start)}
	}
}

func (p *parser) maxClause(at source.Span) Clause {
	what := p.keyword("after MAX", maxWords)
	p.once("MAX "+what.Word, at.To(what.Span))
	count := p.number("after MAX " + what.Word)
	switch what.Word {
	case "OBJECTS":
		return &MaxObjects{p.since(at.Start), count}
	case "DEPTH":
		return &MaxDepth{p.since(at.Start), count}
	}
	unit := p.unit()
	return &MaxAge{p.since(at.Start), count, unit}
}

func (p *parser) unit() Keyword {
	if !p.is(unitWords...) {
		p.unexpected("after the number of MAX AGE", unitWords...)
		p.hint("time units are h (hours), d (days), w (weeks) and m (months of 30 days)")
	}
	return p.keyword("", unitWords)
}

func (p *parser) preferItem() PreferItem {
	word := p.keyword("in PREFER", preferWords)
	item := PreferItem{Word: word}
	if word.Word == "REPRESENTATION" {
		name := p.textOrWord("after REPRESENTATION")
		item.Representation = &name
	}
	item.Span = p.since(word.Start)
	return item
}

func (p *parser) excludeItem() ExcludeItem {
	if p.is(trustWords[1:]...) {
		p.unexpected("in EXCLUDE", excludeWords...)
		p.hint("of the trust levels, EXCLUDE takes UNTRUSTED only; PREFER takes all")
	}
	word := p.keyword("in EXCLUDE", excludeWords)
	item := ExcludeItem{Word: word}
	if word.Word == "ROLE" {
		role := p.keyword("after ROLE", roleWords)
		item.Role = &role
		if p.accept("FROM") {
			from := p.keyword("after FROM", roleWords)
			item.From = &from
		}
	}
	item.Span = p.since(word.Start)
	return item
}

// about reads the text of ABOUT and USING REPRESENTATION right after it (QG12).
func (p *parser) about(start int) Clause {
	about := &About{Topic: p.text("after ABOUT")}
	if p.accept("USING") {
		p.expect("after USING", "REPRESENTATION")
		name := p.textOrWord("after REPRESENTATION")
		about.Representation = &name
	}
	about.Span = p.since(start)
	return about
}
