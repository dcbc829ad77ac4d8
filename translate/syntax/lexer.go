package syntax

import "github.com/sqlq-dev/sqlq/translate/source"

// MaxLength is the longest query in bytes; a longer one is a limit error.
const MaxLength = 1 << 20

// Lex cuts the text into tokens. The last one is the End token. A lexical error
// comes back as *source.Diagnostic, with the tokens before it.
func Lex(file *source.File) ([]Token, error) {
	l := newLexer(file)
	var tokens []Token
	for {
		token := l.read()
		if token.Kind == invalid {
			return tokens, l.diag
		}
		tokens = append(tokens, token)
		if token.Kind == End {
			return tokens, nil
		}
	}
}

// lexer reads one token at a time. Between start and at lies the token that is
// being read.
type lexer struct {
	file      *source.File
	text      string
	at, start int
	pos       source.Pos // of at
	startPos  source.Pos // of start
	diag      *source.Diagnostic
	template  bool // variables are tokens
}

func newLexer(file *source.File) *lexer {
	l := &lexer{file: file, text: file.Text(), pos: source.Pos{Line: 1, Column: 1}}
	if len(l.text) > MaxLength {
		l.diag = tooLong(file)
	}
	return l
}

// read reads the next token: End at the end of the text, and from a lexical
// error on, which is then in l.diag, only invalid ones.
func (l *lexer) read() Token {
	kind := invalid
	if l.diag == nil {
		l.skipSpace()
		l.start, l.startPos = l.at, l.pos
		kind = l.token()
	}
	if l.diag != nil {
		kind = invalid
	}
	span := source.Span{Start: l.start, End: l.at}
	return Token{Kind: kind, Span: span, Pos: l.startPos, Text: l.text[l.start:l.at]}
}

// token steps over the token that begins at l.at, which is no space.
func (l *lexer) token() Kind {
	if l.at == len(l.text) {
		return End
	}
	switch c := l.text[l.at]; {
	case c == '"':
		l.stringLiteral()
		return String
	case digit(c):
		return l.number()
	case wordByte(c):
		return l.word()
	case c == '$' && l.template && l.at+1 < len(l.text) && wordByte(l.text[l.at+1]) && !digit(l.text[l.at+1]):
		l.advance(1)
		l.advanceWhile(wordByte)
		return Variable
	}
	l.symbol()
	return Symbol
}
