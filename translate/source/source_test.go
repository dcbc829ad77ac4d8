package source_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/translate/source"
)

// TestPos compares the index with counting from the start, also in long lines
// and in text that is not UTF-8.
func TestPos(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "\n", "é", "東", "𝄞", "\xff", "\xe6\x9d", strings.Repeat("x", 300), strings.Repeat("東", 200)})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), "")
		file := source.New(text)
		want := source.Pos{Line: 1, Column: 1}
		for i, r := range text {
			if got := file.Pos(i); got != want {
				t.Fatalf("byte %d of %q: got %+v, want %+v", i, text, got, want)
			}
			want.Offset++
			want.Column++
			if r == '\n' {
				want.Line, want.Column = want.Line+1, 1
			}
		}
		if got := file.Pos(len(text)); got != want {
			t.Fatalf("end of %q: got %+v, want %+v", text, got, want)
		}
		if want.Offset != utf8.RuneCountInString(text) {
			t.Fatalf("the end of %q is code point %d", text, want.Offset)
		}
	})
}

func TestPosOutside(t *testing.T) {
	file := source.New("ab")
	if got := file.Pos(-5); got != (source.Pos{Line: 1, Column: 1}) {
		t.Errorf("before the text: %+v", got)
	}
	if got := file.Pos(99); got != file.Pos(2) {
		t.Errorf("after the text: %+v", got)
	}
}

func TestDiagnosticForms(t *testing.T) {
	file := source.Named("--budget", "one\ntwo x")
	diag := file.Errorf(source.Span{Start: 8, End: 9}, source.Parse, "unexpected_token", "found %s", "x").
		WithExpected("a number").WithHint("write %d", 5)
	const line = "--budget:2:5: parse error (unexpected_token): found x"
	if diag.Error() != line {
		t.Errorf("got %q", diag.Error())
	}
	if diff := cmp.Diff(line+"\n  two x\n      ^\nhint: write 5\n", diag.Render()); diff != "" {
		t.Error(diff)
	}
	got, err := json.Marshal(diag)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"class":"parse","code":"unexpected_token","message":"found x","source":"--budget",` +
		`"offset":8,"line":2,"column":5,"expected":["a number"],"hint":"write 5"}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("0123456789", 30)
	tests := map[string]struct {
		text       string
		start, end int
		want       string
	}{
		"wide characters":      {"東京 x", 7, 8, "  東京 x\n       ^\n"},
		"combining mark":       {"e\u0301 x", 4, 5, "  e\u0301 x\n    ^\n"},
		"tab":                  {"a\tx", 2, 3, "  a x\n    ^\n"},
		"carriage return":      {"ab\r\ncd", 1, 2, "  ab\n   ^\n"},
		"escape sequence":      {"a\x1b[1m x", 6, 7, "  a�[1m x\n        ^\n"},
		"direction override":   {"a\u202ex", 4, 5, "  a�x\n    ^\n"},
		"not UTF-8":            {"a\xffx", 2, 3, "  a�x\n    ^\n"},
		"end after blank line": {"ab\n \n", 5, 5, "  ab\n    ^\n"},
		"several lines":        {"ab\ncd", 1, 5, "  ab\n   ^\n"},
		"long line, start":     {long, 0, 3, "  " + long[:100] + "…\n  ^^^\n"},
		"long line, middle":    {long, 150, 152, "  …" + long[110:210] + "…\n" + strings.Repeat(" ", 43) + "^^\n"},
		"long line, end":       {long, 300, 300, "  …" + long[260:] + "\n" + strings.Repeat(" ", 43) + "^\n"},
		"long mark":            {long, 10, 300, "  " + long[:100] + "…\n" + strings.Repeat(" ", 12) + strings.Repeat("^", 90) + "\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			diag := source.New(tt.text).Errorf(source.Span{Start: tt.start, End: tt.end}, source.Parse, "x", "x")
			_, got, _ := strings.Cut(diag.Render(), "\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
