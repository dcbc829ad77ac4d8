package syntax

// What the parser takes at once: words, symbols, strings, numbers and names. Each
// method reports what it does not find; the place says where it is wanted, such
// as "after PREFER".

// keyword takes one of the words of a closed list.
func (p *parser) keyword(place string, words []string) Keyword {
	t := p.peek()
	word, ok := lookup(words, t.Text)
	if t.Kind != Word || !ok {
		p.unexpected(place, words...)
		return Keyword{}
	}
	p.next()
	return Keyword{t.Span, word}
}

// expect takes the given word.
func (p *parser) expect(place, word string) { p.keyword(place, []string{word}) }

// expectSymbol takes the given symbol.
func (p *parser) expectSymbol(place, symbol string) {
	if !p.acceptSymbol(symbol) {
		p.unexpected(place, symbol)
	}
}

// text takes a string.
func (p *parser) text(place string) Text {
	t := p.peek()
	if t.Kind == Variable {
		return p.variable(t)
	}
	if t.Kind != String {
		p.unexpected(place, "a string")
		p.hintQuotes(t)
		return Text{}
	}
	p.next()
	return Text{t.Span, t.Value(), true}
}

// textOrWord takes a string or a name (QG3).
func (p *parser) textOrWord(place string) Text {
	if t := p.peek(); p.err == nil && t.Kind == Word {
		p.next()
		return Text{t.Span, t.Text, false}
	}
	if kind := p.peek().Kind; kind != String && kind != Variable {
		p.unexpected(place, "a name", "a string")
		return Text{}
	}
	return p.text(place)
}

// number takes a whole number.
func (p *parser) number(place string) Number {
	t := p.peek()
	if t.Kind == Variable {
		return p.variableNumber(t)
	}
	if t.Kind != Integer {
		p.unexpected(place, "a whole number")
		if t.Text == "-" {
			p.hint("the number takes no sign")
		}
		return Number{}
	}
	p.next()
	return Number{t.Span, t.Text}
}

// name takes words with points between them.
func (p *parser) name(place string) Name {
	start := p.peek().Start
	value := p.nameWord(place)
	for steps := 0; p.acceptSymbol("."); steps++ {
		if steps == MaxNesting {
			p.tooLarge("the name has more than %d parts", MaxNesting)
			break
		}
		value += "." + p.nameWord("after the point of the name")
	}
	return Name{p.since(start), value}
}

func (p *parser) nameWord(place string) string {
	if p.peek().Kind != Word {
		p.unexpected(place, "a name")
		return ""
	}
	return p.next().Text
}

// list reads one or more items with commas between them.
func list[T any](p *parser, item func() T) []T {
	items := []T{item()}
	for p.acceptSymbol(",") {
		items = append(items, item())
	}
	return items
}
