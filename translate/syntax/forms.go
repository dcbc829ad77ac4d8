package syntax

// query reads the form that the first words choose.
func (p *parser) query() Query {
	t := p.peek()
	switch {
	case p.accept("CONTEXT"):
		p.expect("after CONTEXT", "FOR")
		return p.contextFor(t.Start)
	case p.accept("EXPLAIN"):
		return p.explain(t.Start)
	case p.accept("FIND"):
		p.expect("after FIND", "OBJECT")
		return p.findObject(t.Start)
	}
	p.unexpected("at the start of the query", "CONTEXT", "EXPLAIN", "FIND")
	p.hintForm(t)
	return nil
}

// contextFor tells the two forms apart by what follows FOR (QG17).
func (p *parser) contextFor(start int) Query {
	switch {
	case p.err != nil:
		return nil
	case p.peek().Kind == String, p.peek().Kind == Variable:
		task := p.text("after FOR")
		clauses := p.clauses(&taskForm)
		return &ContextTask{p.since(start), task, clauses}
	case p.accept("entity"):
		p.expectSymbol("after entity", "(")
		typ := p.name("after entity(")
		p.expectSymbol("after the entity type", ")")
		clauses := p.clauses(&entityForm)
		return &EntityContext{p.since(start), typ, clauses}
	}
	p.unexpected("after CONTEXT FOR", `a string`, `entity(…)`)
	p.hint(`CONTEXT FOR "task" builds a bundle, CONTEXT FOR entity(type) a subgraph`)
	return nil
}

// explain reads EXPLAIN CONTEXT and an address, and knows that EXPLAIN of a
// query is reserved (QG13). Whether the address is one is for later.
func (p *parser) explain(start int) Query {
	t := p.peek()
	switch {
	case p.is("FIND", "EXPLAIN", "SELECT", "ANALYZE"):
		p.reserved(t)
		return nil
	case !p.is("CONTEXT"):
		p.unexpected("after EXPLAIN", "CONTEXT")
		return nil
	}
	p.next()
	switch t := p.peek(); {
	case p.is("FOR"):
		p.reserved(t)
	case t.Kind == Address, t.Kind == String:
		p.next()
		return &ExplainContext{p.since(start), Text{t.Span, t.Value(), t.Kind == String}}
	default:
		p.unexpected("after EXPLAIN CONTEXT", "a context address")
		p.hint("an address is context://ctx_ and 32 hexadecimal digits")
	}
	return nil
}

func (p *parser) findObject(start int) Query {
	var typ *Name
	if p.acceptSymbol("(") {
		name := p.name("after OBJECT(")
		p.expectSymbol("after the object type", ")")
		typ = &name
	}
	clauses := p.clauses(&findForm)
	return &FindObject{p.since(start), typ, clauses}
}

// finish refuses what follows the query.
func (p *parser) finish(place string) {
	if p.more() {
		p.unexpected(place, "nothing more")
	}
}
