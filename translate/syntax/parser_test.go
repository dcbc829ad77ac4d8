package syntax_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/translate/internal/corpus"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// refusal parses a text that must be refused.
func refusal(t *testing.T, text string) *source.Diagnostic {
	t.Helper()
	_, err := syntax.Parse(source.New(text))
	var diag *source.Diagnostic
	if !errors.As(err, &diag) {
		t.Fatalf("%.80q: no diagnostic: %v", text, err)
	}
	return diag
}

func TestHints(t *testing.T) {
	tests := map[string]string{
		`CONTEX FOR "x"`:                                 "did you mean CONTEXT?",
		`CONTEXT FOR "x" PREFER AUTORITATIVE`:            "did you mean AUTHORITATIVE?",
		`CONTEXT FOR "x" EXCLUDE ROLE DTAA`:              "did you mean DATA?",
		`CONTEXT FOR "x" MAX OBJECT 5`:                   "did you mean OBJECTS?",
		`CONTEXT FOR "x" BUDGET 5 TOKEN`:                 "did you mean TOKENS?",
		`CONTEXT FOR "x" USNIG PROJECT "p"`:              "did you mean USING?",
		`CONTEXT FOR "x" WHERE type = "a"`:               "WHERE is a clause of CONTEXT FOR entity(…) or FIND OBJECT",
		`CONTEXT FOR "x" LIMIT 5`:                        "LIMIT is a clause of FIND OBJECT",
		`CONTEXT FOR entity(a) MAX DEPTH 2`:              `MAX is a clause of CONTEXT FOR "task"`,
		`FIND OBJECT WHERE type = document`:              `strings take double quotes: "document"`,
		`FIND OBJECT WHERE type NOT BETWEEN "a" AND "b"`: "put NOT before the comparison: NOT (column BETWEEN …)",
		`FIND OBJECT WHERE type LIKE "a"`:                "CONTAINS looks for a text anywhere, without wildcards",
		`FIND OBJECT WHERE properties.a = NULL`:          "a missing value is asked for with IS NULL or IS NOT NULL",
		`EXPLAIN CONTEXT ctx_0`:                          "an address is context://ctx_ and 32 hexadecimal digits",
		`CONTEXT FOR "x" AS OF yesterday`:                `AS OF takes a time such as "2026-05-01T12:00:00Z" or "2026-05-01"`,
		`CONTEXT FOR "x" BUDGET -5 TOKENS`:               "the number takes no sign",
	}
	for text, want := range tests {
		if diff := cmp.Diff(want, refusal(t, text).Hint); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestDuplicates(t *testing.T) {
	clauses := map[string]string{
		"USING PROJECT": `USING PROJECT "p"`, "BUDGET": `BUDGET 5 TOKENS`, "MAX OBJECTS": `MAX OBJECTS 5`,
		"MAX DEPTH": `MAX DEPTH 5`, "MAX AGE": `MAX AGE 5d`, "WITH EVIDENCE": `WITH EVIDENCE`, "AS OF": `AS OF "2026-01-01"`,
	}
	for name, clause := range clauses {
		diag := refusal(t, `CONTEXT FOR "x" `+clause+"\n"+clause)
		want := name + " given twice, first at 1:17"
		if diag.Code != "duplicate_clause" || diag.Message != want || diag.Pos.String() != "2:1" {
			t.Errorf("%s: got %v", name, diag)
		}
	}
	for _, text := range []string{
		`FIND OBJECT ABOUT "x" ABOUT "x"`, `FIND OBJECT LIMIT 5 LIMIT 5`, `FIND OBJECT WHERE id = "a" WHERE id = "a"`,
		`CONTEXT FOR entity(a) DEPTH <= 1 DEPTH <= 1`, `CONTEXT FOR entity(a) INCLUDE EVIDENCE INCLUDE ENTITIES`,
	} {
		if diag := refusal(t, text); diag.Code != "duplicate_clause" {
			t.Errorf("%s: got %v", text, diag)
		}
	}
}

func TestNesting(t *testing.T) {
	nested := func(open, end string, n int) string {
		return "FIND OBJECT WHERE " + strings.Repeat(open, n) + `id = "a"` + strings.Repeat(end, n)
	}
	for _, pair := range [][2]string{{"(", ")"}, {"NOT ", ""}} {
		if _, err := syntax.Parse(source.New(nested(pair[0], pair[1], syntax.MaxNesting))); err != nil {
			t.Errorf("%d times %q: %v", syntax.MaxNesting, pair[0], err)
		}
		for _, n := range []int{syntax.MaxNesting + 1, 200_000} {
			diag := refusal(t, nested(pair[0], pair[1], n))
			if diag.Class != source.Limit || diag.Offset != 18+len(pair[0])*syntax.MaxNesting {
				t.Errorf("%d times %q: %v", n, pair[0], diag)
			}
		}
	}
	path := "FIND OBJECT WHERE properties" + strings.Repeat(".a", syntax.MaxNesting+1) + " IS NULL"
	if diag := refusal(t, path); diag.Class != source.Limit {
		t.Errorf("long path: %v", diag)
	}
	terms := "FIND OBJECT WHERE id IN (" + strings.Repeat(`"a",`, syntax.MaxTerms) + `"a")`
	if diag := refusal(t, terms); diag.Class != source.Limit {
		t.Errorf("many values: %v", diag)
	}
}

// TestLongTexts reads texts of the greatest length: they end in time that is
// linear in their length, and one byte more is a limit error.
func TestLongTexts(t *testing.T) {
	for _, unit := range []string{"(", ")", "NOT ", `"`, `\`, "東", "\n", "a ", `"a" `, ",", "PREFER CURRENT ", "BUDGET ", "1", "a.", "\x00", "://"} {
		for _, head := range []string{"", `CONTEXT FOR "x" `, "FIND OBJECT WHERE ", `CONTEXT FOR "`, "FIND OBJECT(", "EXPLAIN CONTEXT a://"} {
			text := head + strings.Repeat(unit, (syntax.MaxLength-len(head))/len(unit))
			start := time.Now()
			syntax.Parse(source.New(text))
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("%q and many %q: %v", head, unit, d)
			}
		}
	}
	diag := refusal(t, `CONTEXT FOR "`+strings.Repeat("東", syntax.MaxLength/3)+`"`)
	if diag.Class != source.Limit || diag.Code != "query_too_long" || diag.Offset > syntax.MaxLength/3+13 {
		t.Errorf("too long: %v", diag)
	}
}

func TestForms(t *testing.T) {
	for text, want := range map[string]syntax.Query{
		`CONTEXT FOR "x"`:       &syntax.ContextTask{},
		`CONTEXT FOR entity(x)`: &syntax.EntityContext{},
		`EXPLAIN CONTEXT a://b`: &syntax.ExplainContext{},
		`FIND OBJECT`:           &syntax.FindObject{},
	} {
		file := source.New("  " + text + "  ")
		got, err := syntax.Parse(file)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if file.Slice(got.Range()) != text {
			t.Errorf("%s: the query spans %q", text, file.Slice(got.Range()))
		}
		if g, w := typeName(got), typeName(want); g != w {
			t.Errorf("%s: got %s, want %s", text, g, w)
		}
	}
}

func typeName(q syntax.Query) string {
	o := syntax.NewOutline(source.New(""), q)
	return o.Kind
}

func TestOutlineJSON(t *testing.T) {
	file := source.New("FIND OBJECT\nLIMIT 5")
	q, err := syntax.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(syntax.NewOutline(file, q))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"kind":"FindObject","pos":{"offset":0,"line":1,"column":1},"end":19,"children":[` +
		`{"kind":"Limit","text":"5","pos":{"offset":12,"line":2,"column":1},"end":19}]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestFormatIsStable(t *testing.T) {
	for _, text := range corpusQueries(t) {
		tree, err := syntax.Parse(source.New(text))
		if err != nil {
			continue
		}
		once := syntax.Format(tree)
		again, err := syntax.Parse(source.New(once))
		if err != nil {
			t.Errorf("the formatted text of %q does not parse: %v", text, err)
			continue
		}
		if diff := cmp.Diff(once, syntax.Format(again)); diff != "" {
			t.Errorf("%q: formatted twice differs:\n%s", text, diff)
		}
	}
}

func corpusQueries(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"errors.ndjson", "store-*/cases.ndjson", "store-*/find.ndjson"} {
		for _, c := range corpus.Cases(t, pattern) {
			out = append(out, c.Query)
		}
	}
	return out
}
