package syntax

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/sqlq-dev/sqlq/translate/source"
)

// The wording of the lexical errors, each at the first character that is wrong.

func tooLong(file *source.File) *source.Diagnostic {
	at := MaxLength
	for !utf8.RuneStart(file.Text()[at]) && at > MaxLength-utf8.UTFMax {
		at--
	}
	span := source.Span{Start: at, End: at}
	return file.Errorf(span, source.Limit, "query_too_long",
		"the query has %d bytes, the limit is %d", len(file.Text()), MaxLength).
		WithHint("shorten it: what counts of a task are its words, each once")
}

// here makes an error about the n bytes at the current place.
func (l *lexer) here(n int, code, format string, args ...any) *source.Diagnostic {
	span := source.Span{Start: l.at, End: l.at + n}
	return l.file.Errorf(span, source.Parse, code, format, args...)
}

func (l *lexer) badText() *source.Diagnostic {
	if l.text[l.at] == 0 {
		return l.here(1, "nul_character", "the text has the character U+0000")
	}
	return l.here(1, "invalid_utf8", "the text is not UTF-8: byte 0x%02X begins no character", l.text[l.at])
}

// openString points to the end of the text, where the quote is missing, and
// names the place where the string begins.
func (l *lexer) openString() *source.Diagnostic {
	return l.here(0, "open_string", "the string that begins at %s has no closing \"", l.startPos).
		WithExpected(`"`).WithHint(`a double quote inside a string is written \"`)
}

// strangeHints says for characters of other languages what this one has.
var strangeHints = map[rune]string{
	'\'':     `strings take double quotes: "text"`,
	'`':      `strings take double quotes: "text"`,
	'“':      `strings take straight double quotes: "text"`,
	'”':      `strings take straight double quotes: "text"`,
	'„':      `strings take straight double quotes: "text"`,
	';':      "a text holds one query, without a semicolon",
	'-':      "the language has no comments",
	'#':      "the language has no comments",
	'/':      "the language has no comments; an address such as context://ctx_… begins with its scheme",
	'$':      "the language has no parameters: write the value in its place",
	'?':      "the language has no parameters: write the value in its place",
	':':      "the language has no parameters: write the value in its place",
	'@':      "a revision or parameter cannot stand here",
	'!':      "not equal is !=, negation is NOT",
	'<':      "not equal is !=",
	'*':      "a query returns all columns; there is nothing to select",
	'+':      "numbers take no plus sign",
	'\uFEFF': "the text begins with a byte order mark: leave it out",
	'%':      "CONTAINS looks for a text anywhere, without wildcards",
	'[':      "lists take parentheses: IN (\"a\", \"b\")",
	'{':      "a query begins CONTEXT FOR \"task\"; records in JSON are for sqlq load",
}

func (l *lexer) strangeCharacter() *source.Diagnostic {
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	if r == 0 || r == utf8.RuneError && size == 1 {
		return l.badText()
	}
	diag := l.here(size, "unexpected_character", "the character %s has no place outside a string", showRune(r))
	switch hint, known := strangeHints[r]; {
	case known:
		diag.Hint = hint
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		diag.Hint = "names without quotes take ASCII letters, digits and _"
	case unicode.IsSpace(r):
		diag.Hint = "between words stand spaces, tabs and new lines"
	}
	return diag
}

// showRune prints a character for a message, one that cannot be seen by number.
func showRune(r rune) string {
	if unicode.IsPrint(r) {
		return string(r)
	}
	return fmt.Sprintf("U+%04X", r)
}
