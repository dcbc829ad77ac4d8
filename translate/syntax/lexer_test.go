package syntax_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

func TestLex(t *testing.T) {
	tests := map[string]string{
		"":                        "end",
		"a_1 B2":                  "word a_1|word B2|end",
		"400d 1 w":                "integer 400|word d|integer 1|word w|end",
		"1.5 1. .5 1..2":          "decimal 1.5|integer 1|symbol .|symbol .|integer 5|integer 1|symbol .|symbol .|integer 2|end",
		"<= >= != < > = , ( ) .":  "symbol <=|symbol >=|symbol !=|symbol <|symbol >|symbol =|symbol ,|symbol (|symbol )|symbol .|end",
		"-5":                      "symbol -|integer 5|end",
		"a<=-1":                   "word a|symbol <=|symbol -|integer 1|end",
		`"a\"b" "c\\" "d\n"`:      `string "a\"b"|string "c\\"|string "d\n"|end`,
		`context://ctx_0 (a://b)`: "address context://ctx_0|symbol (|address a://b|symbol )|end",
		"\t\r\n\f\va":             "word a|end",
	}
	for text, want := range tests {
		tokens, err := syntax.Lex(source.New(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []string
		for _, token := range tokens {
			got = append(got, strings.TrimSpace(token.Kind.String()+" "+token.Text))
		}
		if diff := cmp.Diff(want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestTokenValue(t *testing.T) {
	tests := map[string]string{
		`""`:              "",
		`"a\"b"`:          `a"b`,
		`"a\\"`:           `a\`,
		`"\\\"\n\x"`:      `\"\n\x`,
		"\"line\nbreak\"": "line\nbreak",
		`"\\\\"`:          `\\`,
		`"東京 \\" `:        `東京 \`,
	}
	for text, want := range tests {
		tokens, err := syntax.Lex(source.New(text))
		if err != nil || len(tokens) != 2 {
			t.Errorf("%s: %v %v", text, tokens, err)
			continue
		}
		if got := tokens[0].Value(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		again, err := syntax.Lex(source.New(syntax.Quote(want)))
		if err != nil || again[0].Value() != want {
			t.Errorf("Quote(%q) = %s does not read back", want, syntax.Quote(want))
		}
	}
}

func TestLexErrors(t *testing.T) {
	tests := []struct {
		text, code string
		offset     int
	}{
		{`a "b`, "open_string", 4},
		{"a \"\\\"", "open_string", 5},
		{"é' ", "unexpected_character", 0},
		{"a 'b'", "unexpected_character", 2},
		{"a ; b", "unexpected_character", 2},
		{"a -- b", "unexpected_character", 2},
		{"a # b", "unexpected_character", 2},
		{"a /* b */", "unexpected_character", 2},
		{"a $1", "unexpected_character", 2},
		{"a :name", "unexpected_character", 2},
		{"a <> b", "unexpected_character", 2},
		{"a ! b", "unexpected_character", 2},
		{"\uFEFFa", "unexpected_character", 0},
		{"a\u00a0b", "unexpected_character", 1},
		{"a \x00", "nul_character", 2},
		{"\"東\x00\"", "nul_character", 2},
		{"\"東\xff\"", "invalid_utf8", 2},
		{"東 \xff", "unexpected_character", 0},
		{"\"\xed\xa0\x80\"", "invalid_utf8", 1},
		{"a \xc0\xaf", "invalid_utf8", 2},
		{"\"\\\x00\"", "nul_character", 2},
	}
	for _, tt := range tests {
		_, err := syntax.Lex(source.New(tt.text))
		var diag *source.Diagnostic
		if !errors.As(err, &diag) {
			t.Errorf("%q: no diagnostic: %v", tt.text, err)
			continue
		}
		if diag.Class != source.Parse || diag.Code != tt.code || diag.Offset != tt.offset {
			t.Errorf("%q: got %s at %d, want %s at %d", tt.text, diag.Code, diag.Offset, tt.code, tt.offset)
		}
	}
}

// TestLexicalErrorComesInOrder has a syntax error before a lexical one: people
// fix a text from its start.
func TestLexicalErrorComesInOrder(t *testing.T) {
	_, err := syntax.Parse(source.New(`FIND SUBJECT ; x`))
	var diag *source.Diagnostic
	if !errors.As(err, &diag) || diag.Code != "unexpected_token" || diag.Offset != 5 {
		t.Errorf("got %v", err)
	}
}
