package syntax

import (
	"strings"

	"github.com/sqlq-dev/sqlq/translate/source"
)

// The wording of the parser's errors.

// fail keeps the first error and moves to the end of the text.
func (p *parser) fail(diag *source.Diagnostic) {
	if p.err == nil {
		p.err = diag
		p.current = Token{Kind: End, Span: p.file.End()}
	}
}

// hint adds a hint to an error of the parser that has none.
func (p *parser) hint(format string, args ...any) {
	if p.err != nil && p.err != p.lexer.diag && p.err.Hint == "" {
		p.err.WithHint(format, args...)
	}
}

// hintQuotes adds the hint for a word that should have been a string.
func (p *parser) hintQuotes(t Token) {
	if t.Kind == Word {
		p.hint("strings take double quotes: %s", Quote(clip(t.Text)))
	}
}

// hintForm shows how a query begins, with the words that stand there instead.
func (p *parser) hintForm(t Token) {
	switch {
	case t.Kind == String:
		p.hint("ask for the context of a task: CONTEXT FOR %s", oneLine(clip(t.Text)))
	case t.Kind == Word && contains(sqlWords, t.Text):
		p.hint(`this is not SQL: ask for the context of a task, CONTEXT FOR "task", and sqlq makes the SQL`)
	case t.Kind == Word:
		words := strings.Join(strings.Fields(p.file.Slice(source.Span{Start: t.Start, End: len(p.file.Text())})), " ")
		p.hint("ask for the context of a task: CONTEXT FOR %s", Quote(clip(words)))
	default:
		p.hint(`ask for the context of a task: CONTEXT FOR "task"`)
	}
}

// sqlWords are those with which people begin SQL.
var sqlWords = []string{"SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "VALUES", "TABLE", "SHOW", "SET", "CREATE", "DROP", "ALTER", "COPY"}

// unexpected reports the current token. The place, such as "after PREFER", says
// where one of the expected things belongs.
func (p *parser) unexpected(place string, expected ...string) {
	t := p.peek()
	if p.err != nil {
		return
	}
	if t.Kind == invalid {
		p.fail(p.lexer.diag)
		return
	}
	code := "unexpected_token"
	if t.Kind == End {
		code = "unexpected_end"
	}
	if place != "" {
		place = " " + place
	}
	diag := p.file.Errorf(t.Span, source.Parse, code, "expected %s%s, found %s", orList(expected), place, found(t)).
		WithExpected(expected...)
	if t.Kind == Word {
		if word := Nearest(t.Text, expected); word != "" {
			diag.WithHint("did you mean %s?", word)
		}
	}
	if diag.Hint == "" && p.last.Kind == String && strings.Contains(p.last.Text, "\n") {
		diag.WithHint("the string before it begins at %s and runs over several lines: is its closing \" missing?", p.last.Pos)
	}
	p.fail(diag)
}

// noClause reports that no clause of the form begins here.
func (p *parser) noClause(f *form) {
	t := p.peek()
	names := make([]string, 0, len(f.clauses)+1)
	for _, first := range f.clauses {
		names = append(names, clauseName(first))
	}
	p.unexpected("", append(names, "the end of the query")...)
	first := strings.ToUpper(clip(t.Text))
	switch others := otherForms(f, first); {
	case t.Kind != Word:
	case first == "USING":
		p.hint(`in FIND OBJECT, USING REPRESENTATION stands right after ABOUT "text"`)
	case len(others) > 0:
		p.hint("%s is a clause of %s", clauseName(first), orList(others))
	case first == "LIMIT" || first == "ORDER":
		p.hint("%s has no %s", f.name, first)
	}
}

// once refuses a clause that was there before (QG5).
func (p *parser) once(name string, at source.Span) {
	if p.err != nil {
		return
	}
	if first, ok := p.seen[name]; ok {
		p.fail(p.file.Errorf(at, source.Parse, "duplicate_clause",
			"%s given twice, first at %s", name, p.file.Pos(first.Start)))
		return
	}
	p.seen[name] = at
}

// reserved refuses EXPLAIN of a query (QG13).
func (p *parser) reserved(t Token) {
	p.fail(p.file.Errorf(t.Span, source.Parse, "reserved",
		"EXPLAIN of a query is reserved for execution plans; EXPLAIN CONTEXT takes the address of a bundle").
		WithExpected("a context address"))
}

// tooLarge reports a predicate or name beyond its limit at the current token.
func (p *parser) tooLarge(format string, args ...any) {
	if t := p.peek(); t.Kind == invalid {
		p.fail(p.lexer.diag)
	} else {
		p.fail(p.file.Errorf(t.Span, source.Limit, "too_large", format, args...).WithHint("ask in several queries"))
	}
}

// found names a token in a message.
func found(t Token) string {
	if t.Kind == End {
		return "the end of the query"
	}
	return clip(t.Text)
}

// clip shortens a word or string for a message, and keeps it on one line.
func clip(s string) string {
	const most = 40
	n := 0
	for i, r := range s {
		if n == most || r < ' ' {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// orList prints a, b or c.
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
