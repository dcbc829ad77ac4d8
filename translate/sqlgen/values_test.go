package sqlgen_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq"
)

// nasty are pieces that would do harm if they ever became text.
var nasty = []string{"'", `\"`, "$1", "$$", "--", "/*", "*/", `\\`, ";", "@t", "@task", "%s", "%", ":x", "?", "{}", "`", "\n", "\r", "\t", "é", "\u202e",
	"E'", "drop table", "||", "U&'", "\x7f", "😀"}

// TestValuesStayOut: two queries of one shape have one text, whatever their
// values, so no value can be in it.
func TestValuesStayOut(t *testing.T) {
	value := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(nasty), 0, 6), func(parts []string) string { return strings.Join(parts, " ") })
	number := regexp.MustCompile(`\$\d+::[a-z0-9]+(\[\])?`)
	rapid.Check(t, func(t *rapid.T) {
		compile := func(task, project, form, at string) string {
			text := `CONTEXT FOR "` + task + `" USING PROJECT "` + project + `" PREFER REPRESENTATION "` + form + `" AS OF "` + at + `"`
			q, err := sqlq.ParseContext(text)
			if err != nil {
				t.Fatal(err)
			}
			c, err := sqlq.Compile(t.Context(), q, nil, evaluated)
			if err != nil {
				t.Fatal(err)
			}
			return c.Statement.SQL
		}
		mark := "qzxq" // stands beside the pieces, so that the task keeps one term
		task := strings.Join(rapid.SliceOfN(rapid.SampledFrom(nasty[:7]), 0, 4).Draw(t, "task"), "")
		got := compile(mark+" "+strings.ReplaceAll(task, "$1", "$"), mark+value.Draw(t, "project"), mark+value.Draw(t, "form"), "2026-01-01T00:00:00Z")
		if want := compile("other", "p", "f", "2020-02-02"); got != want {
			t.Fatalf("the text depends on values:\n%s\n%s", got, want)
		}
		if strings.Contains(got, mark) || strings.Contains(number.ReplaceAllString(got, ""), "$") {
			t.Fatalf("a value is in the text:\n%s", got)
		}
	})
}

// U+0000 cannot be stored, so it never gets as far as a statement.
func TestNULIsRefused(t *testing.T) {
	for _, text := range []string{"CONTEXT FOR \"a\x00b\"", "CONTEXT FOR \"a\" USING PROJECT \"\x00\"", "\x00", "CONTEXT FOR \"a\"\x00"} {
		if _, err := sqlq.ParseContext(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
