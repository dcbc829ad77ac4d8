package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/sqlq-dev/sqlq/translate/source"
)

// The scanning of each kind of token, from its first character on.

func (l *lexer) word() Kind {
	l.advanceWhile(wordByte)
	if !strings.HasPrefix(l.text[l.at:], "://") {
		return Word
	}
	l.advance(len("://"))
	l.advanceWhile(addressByte)
	return Address
}

func (l *lexer) number() Kind {
	l.advanceWhile(digit)
	rest := l.text[l.at:]
	if len(rest) < 2 || rest[0] != '.' || !digit(rest[1]) {
		return Integer
	}
	l.advance(1)
	l.advanceWhile(digit)
	return Decimal
}

// symbols in the order in which they are tried: longer ones first.
var symbols = [...]string{"<=", ">=", "!=", "<", ">", "=", ",", "(", ")", ".", "-"}

func (l *lexer) symbol() {
	rest := l.text[l.at:]
	for _, s := range symbols {
		if strings.HasPrefix(rest, s) && !strings.HasPrefix(rest, "--") && !strings.HasPrefix(rest, "<>") {
			l.advance(len(s))
			return
		}
	}
	l.diag = l.strangeCharacter()
}

// stringLiteral reads up to the closing quote. New lines belong to the text (QG1).
func (l *lexer) stringLiteral() {
	l.advance(1)
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '"':
			l.advance(1)
			return
		case c == '\\' && l.at+1 < len(l.text) && (l.text[l.at+1] == '"' || l.text[l.at+1] == '\\'):
			l.advance(2)
		case c == 0 || c >= utf8.RuneSelf:
			if !l.advanceRune() {
				return
			}
		case c == '\n':
			l.newLine()
		default:
			l.advance(1)
		}
	}
	l.diag = l.openString()
}

// advanceRune steps over one code point, or reports text that is none (QG1).
func (l *lexer) advanceRune() bool {
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	if r == 0 || r == utf8.RuneError && size == 1 {
		l.diag = l.badText()
		return false
	}
	l.at += size
	l.pos.Offset++
	l.pos.Column++
	return true
}

func (l *lexer) skipSpace() {
	for l.at < len(l.text) {
		switch l.text[l.at] {
		case ' ', '\t', '\r', '\f', '\v':
			l.advance(1)
		case '\n':
			l.newLine()
		default:
			return
		}
	}
}

// advance steps over n characters of ASCII, none of them a line feed.
func (l *lexer) advance(n int) {
	l.at += n
	l.pos.Offset += n
	l.pos.Column += n
}

func (l *lexer) advanceWhile(is func(byte) bool) {
	for l.at < len(l.text) && is(l.text[l.at]) {
		l.advance(1)
	}
}

func (l *lexer) newLine() {
	l.at++
	l.pos = source.Pos{Offset: l.pos.Offset + 1, Line: l.pos.Line + 1, Column: 1}
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func wordByte(c byte) bool {
	return digit(c) || c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// addressByte tells what may stand in an address without quotes: printable ASCII
// but for what ends a token of the language.
func addressByte(c byte) bool {
	return '!' <= c && c <= '~' && !strings.ContainsRune(`"'(),;`, rune(c))
}
