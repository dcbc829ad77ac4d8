package syntax

import "github.com/sqlq-dev/sqlq/translate/source"

// Limits of a predicate; more is a limit error. They keep the parser's stack and
// the statement that a predicate becomes within bounds.
const (
	MaxNesting = 100    // parentheses and NOT inside each other; steps of a property path
	MaxTerms   = 10_000 // comparisons and values in one WHERE
)

// Parse reads one query. The error is a *source.Diagnostic about the first place
// that does not fit.
func Parse(file *source.File) (Query, error) {
	p := newParser(file)
	q := p.query()
	p.finish("after the query")
	if p.err != nil {
		return nil, p.err
	}
	return q, nil
}

// parser is a recursive-descent parser with one token of lookahead. Its first
// error sticks and moves it to the end of the text, so that the methods need not
// hand errors on: what they return after an error is never looked at.
type parser struct {
	file    *source.File
	lexer   *lexer
	current Token
	last    Token // the one before the current
	err     *source.Diagnostic
	seen    map[string]source.Span // clauses by name, for duplicates
	depth   int                    // of the predicate
	terms   int                    // of the predicate
	values  map[string]string      // of a template's variables
}

func newParser(file *source.File) *parser {
	l := newLexer(file)
	return &parser{file: file, lexer: l, current: l.read(), seen: map[string]source.Span{}}
}

// peek is the current token.
func (p *parser) peek() Token { return p.current }

// next takes the current token.
func (p *parser) next() Token {
	t := p.current
	if p.err == nil && t.Kind != End && t.Kind != invalid {
		p.last, p.current = t, p.lexer.read()
	}
	return t
}

// more tells whether there is a token to take and no error so far.
func (p *parser) more() bool { return p.err == nil && p.peek().Kind != End }

// since is the span from a byte offset to the end of the last token taken.
func (p *parser) since(start int) source.Span {
	return source.Span{Start: start, End: max(start, p.last.End)}
}

// is tells whether the current token is one of these words.
func (p *parser) is(words ...string) bool {
	return p.err == nil && p.peek().Kind == Word && contains(words, p.peek().Text)
}

// accept takes the current token when it is this word.
func (p *parser) accept(word string) bool {
	if !p.is(word) {
		return false
	}
	p.next()
	return true
}

// acceptSymbol takes the current token when it is this symbol.
func (p *parser) acceptSymbol(symbol string) bool {
	if t := p.peek(); p.err != nil || t.Kind != Symbol || t.Text != symbol {
		return false
	}
	p.next()
	return true
}
