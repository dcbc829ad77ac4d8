package syntax

import (
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq/translate/source"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	End      Kind = iota // the end of the text
	Word                 // a keyword or name: ASCII letters, digits and _, no digit first
	String               // text in double quotes
	Integer              // digits
	Decimal              // digits, a point, digits
	Symbol               // , ( ) . - = != < <= > >=
	Address              // word://… without quotes
	Variable             // $ and a word, in a template alone
	invalid              // no token: the text ends here with a lexical error
)

var kindNames = [...]string{"end", "word", "string", "integer", "decimal", "symbol", "address", "variable", "invalid"}

func (k Kind) String() string { return kindNames[k] }

// MarshalText prints the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Token is one piece of the text.
type Token struct {
	Kind        Kind       `json:"kind"`
	source.Span `json:"-"` // in bytes
	Pos         source.Pos `json:"pos"`
	Text        string     `json:"text"` // as written
}

// String is one line: position, kind and the text as written, a line feed in it
// shown as ⏎.
func (t Token) String() string {
	return strings.TrimRight(fmt.Sprintf("%-6s %-8s%s", t.Pos, t.Kind, oneLine(t.Text)), " ")
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", "⏎") }

// Value is the meaning of a string token: without its quotes and with the two
// escapes \" and \\ resolved; any other backslash is itself (QG1). For other
// tokens it is the text.
func (t Token) Value() string {
	if t.Kind != String {
		return t.Text
	}
	inner := t.Text[1 : len(t.Text)-1]
	if !strings.Contains(inner, `\`) {
		return inner
	}
	return unescape.Replace(inner)
}

var (
	unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	escape   = strings.NewReplacer(`"`, `\"`, `\`, `\\`)
)

// Quote prints text as a string literal that reads back as the same text. It
// escapes " and \ and nothing else.
func Quote(s string) string { return `"` + escape.Replace(s) + `"` }

// IsWord tells whether s can stand in a query as a name without quotes.
func IsWord(s string) bool {
	for i := range len(s) {
		if !wordByte(s[i]) || i == 0 && digit(s[0]) {
			return false
		}
	}
	return s != ""
}
