package syntax

// where reads the predicate of WHERE. AND binds tighter than OR, NOT tighter
// than both.
func (p *parser) where() Predicate { return p.disjunction() }

func (p *parser) disjunction() Predicate {
	start := p.peek().Start
	terms := []Predicate{p.conjunction()}
	for p.accept("OR") {
		terms = append(terms, p.conjunction())
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return &Or{p.since(start), terms}
}

func (p *parser) conjunction() Predicate {
	start := p.peek().Start
	terms := []Predicate{p.negation()}
	for p.accept("AND") {
		terms = append(terms, p.negation())
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return &And{p.since(start), terms}
}

// negation reads NOT, parentheses or a comparison: the one place where the
// parser goes deeper, so the one place that counts how deep it is.
func (p *parser) negation() Predicate {
	t := p.peek()
	isNot := p.is("NOT")
	if !isNot && (t.Kind != Symbol || t.Text != "(") {
		return p.comparison()
	}
	if p.depth == MaxNesting {
		p.tooLarge("the predicate is nested more than %d levels deep", MaxNesting)
		return nil
	}
	p.depth++
	defer func() { p.depth-- }()
	p.next()
	if isNot {
		term := p.negation()
		return &Not{p.since(t.Start), term}
	}
	inner := p.disjunction()
	if !p.acceptSymbol(")") {
		p.unexpected("to close the parenthesis at "+t.Pos.String(), ")", "AND", "OR")
	}
	return inner
}

// afterColumn lists what may follow the column of a comparison.
var afterColumn = append(append([]string(nil), operators...), "IN", "NOT IN", "BETWEEN", "CONTAINS", "IS")

func (p *parser) comparison() Predicate {
	p.count()
	start := p.peek().Start
	column := p.column()
	switch t := p.peek(); {
	case t.Kind == Symbol && contains(operators, t.Text):
		p.next()
		value := p.literal("after " + t.Text)
		return &Compare{p.since(start), column, Keyword{t.Span, t.Text}, value}
	case p.is("IN", "NOT"):
		return p.in(start, column)
	case p.accept("BETWEEN"):
		low := p.literal("after BETWEEN")
		p.expect("after the lower end of BETWEEN", "AND")
		high := p.literal("after the AND of BETWEEN")
		return &Between{p.since(start), column, low, high}
	case p.accept("CONTAINS"):
		value := p.literal("after CONTAINS")
		return &Contains{p.since(start), column, value}
	case p.accept("IS"):
		negated := p.accept("NOT")
		p.expect("after IS", "NULL")
		return &IsNull{p.since(start), column, negated}
	}
	like := p.is("LIKE", "ILIKE")
	p.unexpected("after the column", afterColumn...)
	if like {
		p.hint("CONTAINS looks for a text anywhere, without wildcards")
	}
	return nil
}

func (p *parser) in(start int, column Column) Predicate {
	negated := p.accept("NOT")
	if negated && p.is("BETWEEN", "CONTAINS", "LIKE") {
		t := p.peek()
		p.unexpected("after NOT", "IN")
		p.hint("put NOT before the comparison: NOT (column %s …)", t.Text)
		return nil
	}
	p.expect("after NOT", "IN")
	p.expectSymbol("after IN", "(")
	values := list(p, func() Literal { return p.literal("in the list of IN") })
	p.expectSymbol("after the list of IN", ")")
	return &In{p.since(start), column, negated, values}
}

// column reads a name with a path. A step of the path that is no word takes
// quotes.
func (p *parser) column() Column {
	t := p.peek()
	if t.Kind != Word {
		p.unexpected("in WHERE", "a column", "NOT", "(")
		return Column{}
	}
	p.next()
	parts := []Text{{t.Span, t.Text, false}}
	for p.acceptSymbol(".") {
		if len(parts) > MaxNesting {
			p.tooLarge("the path has more than %d steps", MaxNesting)
		}
		parts = append(parts, p.textOrWord("after the point of the path"))
	}
	return Column{p.since(t.Start), parts}
}

func (p *parser) literal(place string) Literal {
	p.count()
	t := p.peek()
	switch {
	case t.Kind == String:
		p.next()
		return Literal{t.Span, TextLiteral, t.Value()}
	case t.Kind == Integer, t.Kind == Decimal:
		p.next()
		return Literal{t.Span, NumberLiteral, t.Text}
	case p.acceptSymbol("-"):
		if number := p.peek(); number.Kind == Integer || number.Kind == Decimal {
			p.next()
			return Literal{p.since(t.Start), NumberLiteral, "-" + number.Text}
		}
		p.unexpected("after -", "a number")
		return Literal{}
	case p.is("TRUE", "FALSE"):
		p.next()
		word, _ := lookup([]string{"TRUE", "FALSE"}, t.Text)
		return Literal{t.Span, BoolLiteral, word}
	}
	p.unexpected(place, "a string", "a number", "TRUE", "FALSE")
	if t.Kind == Word && contains([]string{"NULL"}, t.Text) {
		p.hint("a missing value is asked for with IS NULL or IS NOT NULL")
	}
	p.hintQuotes(t)
	return Literal{}
}

// count adds a comparison or value to the predicate.
func (p *parser) count() {
	if p.terms++; p.terms > MaxTerms {
		p.tooLarge("the predicate has more than %d comparisons and values", MaxTerms)
	}
}
