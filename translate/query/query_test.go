package query_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

func pointer[T any](v T) *T { return &v }

func TestParse(t *testing.T) {
	at := time.Date(2026, 5, 1, 10, 30, 0, 250_000_000, time.UTC)
	tests := map[string]query.Query{
		`CONTEXT FOR "x"`: query.Context{Task: "x", MaxObjects: 20, MaxDepth: 1},
		`CONTEXT FOR "a\"b" USING PROJECT "p" BUDGET 5 TOKENS PREFER VERIFIED, CURRENT, REPRESENTATION body, INFERRED
		 EXCLUDE ROLE DATA FROM PROMPT, STALE, ROLE DATA MAX OBJECTS 2 MAX DEPTH 0 MAX AGE 3w WITH EVIDENCE
		 AS OF "2026-05-01T12:30:00.25+02:00"`: query.Context{
			Task: `a"b`, Project: pointer("p"), Budget: 5,
			Prefer: query.Prefer{Current: true, Trust: []schema.Trust{schema.TrustInferred, schema.TrustVerified}, Representation: pointer("body")},
			Exclude: query.Exclude{Stale: true, Roles: []schema.RoleRule{
				{Role: schema.RoleData}, {Role: schema.RoleData, From: pointer(schema.RolePrompt)}}},
			MaxObjects: 2, MaxAge: &query.Age{N: 3, Unit: 'w'}, Evidence: true, AsOf: &at,
		},
		`CONTEXT FOR entity(a.b) WHERE name = "n" INCLUDE EVIDENCE`: query.Entity{
			Type: "a.b", Depth: 1, Include: query.Include{Evidence: true},
			Where: query.Compare{Column: query.Column{Name: query.Name}, Op: query.Equal, Value: query.Text("n")},
		},
		`EXPLAIN CONTEXT "context://ctx_00000000000000000000000000000000"`: query.Explain{Address: "context://ctx_00000000000000000000000000000000"},
		`FIND OBJECT (doc) ABOUT "x" USING REPRESENTATION summary LIMIT 3 WHERE NOT properties.a."b c" BETWEEN 01.50 AND -0`: query.Find{
			Type: pointer("doc"), About: &query.About{Topic: "x", Representation: pointer("summary")}, Limit: 3,
			Where: query.Not{Term: query.Between{
				Column: query.Column{Name: query.Properties, Path: []string{"a", "b c"}}, Low: query.Number("1.5"), High: query.Number("0")}},
		},
	}
	for text, want := range tests {
		got, err := query.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

// TestVocabularies: the grammar takes exactly the words of the schema.
func TestVocabularies(t *testing.T) {
	for _, word := range schema.TrustLevels() {
		if _, err := query.Parse(`CONTEXT FOR "x" PREFER ` + word); err != nil {
			t.Error(err)
		}
	}
	for _, word := range schema.Roles() {
		if _, err := query.Parse(`CONTEXT FOR "x" EXCLUDE ROLE ` + word + ` FROM ` + word); err != nil {
			t.Error(err)
		}
	}
	for column, words := range map[string][]string{"state": schema.States(), "trust": schema.TrustLevels(),
		"origin": schema.Origins(), "validation": schema.Validations()} {
		text := `FIND OBJECT WHERE ` + column + ` IN ("` + strings.Join(words, `", "`) + `")`
		q, err := query.Parse(text)
		if err != nil || q.Canonical() != text {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAgeSpan(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1h": time.Hour, "2 D": 48 * time.Hour, "3w": 21 * 24 * time.Hour, "1216m": 1216 * 30 * 24 * time.Hour,
		"876000h": schema.MaxAge, "36500d": schema.MaxAge, "5214w": 5214 * 7 * 24 * time.Hour,
	} {
		q, err := query.Parse(`CONTEXT FOR "x" MAX AGE ` + text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := q.(query.Context).MaxAge.Span(); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"0h", "876001h", "36501d", "5215w", "1217m", "9223372036854775808h", "99999999999999999999999999d"} {
		checkRefused(t, `CONTEXT FOR "x" MAX AGE `+text, source.Limit, "out_of_range", strings.TrimRight(text, "hdwm"))
	}
}

func TestTypeErrors(t *testing.T) {
	tests := []struct{ where, code, at string }{
		{`nosuch = "x"`, "unknown_column", "nosuch"},
		{`properties = "x"`, "unknown_column", "properties"},
		{`title.a = "x"`, "unknown_column", "title.a"},
		{`name = "x"`, "unknown_column", "name"},
		{`score > 5`, "unknown_column", "score"},
		{`trust < "verified"`, "no_order", "<"},
		{`trust BETWEEN "unknown" AND "verified"`, "no_order", "trust"},
		{`state >= "stale"`, "no_order", ">="},
		{`properties.a > TRUE`, "no_order", ">"},
		{`properties.a BETWEEN TRUE AND FALSE`, "no_order", "TRUE"},
		{`roles = "data"`, "wrong_operator", "="},
		{`roles IN ("data")`, "wrong_operator", "roles"},
		{`trust CONTAINS "ver"`, "wrong_operator", "trust"},
		{`created_at CONTAINS "2026"`, "wrong_operator", "created_at"},
		{`trust = "golden"`, "unknown_value", `"golden"`},
		{`trust = "VERIFIED"`, "unknown_value", `"VERIFIED"`},
		{`roles CONTAINS "admin"`, "unknown_value", `"admin"`},
		{`title = 5`, "wrong_type", "5"},
		{`title = TRUE`, "wrong_type", "TRUE"},
		{`title CONTAINS -5`, "wrong_type", "-5"},
		{`properties.a CONTAINS 5`, "wrong_type", "5"},
		{`created_at = 5`, "wrong_type", "5"},
		{`created_at > "soon"`, "not_a_time", `"soon"`},
		{`properties.a IN ("1", 1)`, "wrong_type", `1)`},
		{`properties.a BETWEEN 1 AND "2"`, "wrong_type", `"2"`},
	}
	for _, tt := range tests {
		checkRefused(t, `FIND OBJECT WHERE `+tt.where, source.Type, tt.code, tt.at)
	}
	checkRefused(t, `FIND OBJECT WHERE properties.a = `+strings.Repeat("9", 101), source.Limit, "out_of_range", "999")
}

// checkRefused parses a text that must be refused with this class and code at
// the first occurrence of a piece of text.
func checkRefused(t *testing.T, text string, class source.Class, code, at string) {
	t.Helper()
	_, err := query.Parse(text)
	var diag *source.Diagnostic
	if !errors.As(err, &diag) {
		t.Errorf("%s: no diagnostic: %v", text, err)
		return
	}
	if diag.Class != class || diag.Code != code || !strings.HasPrefix(string([]rune(text)[diag.Offset:]), at) {
		t.Errorf("%s: got %v, want %s %s at %s", text, diag, class, code, at)
	}
}

func TestNewContext(t *testing.T) {
	c, err := query.NewContext("say \"hi\"\n")
	if err != nil {
		t.Fatal(err)
	}
	checkFixedPoint(t, c)
	for _, task := range []string{"a\x00", "\xff", strings.Repeat("a", syntax.MaxLength+1), strings.Repeat(`"`, syntax.MaxLength/2+1)} {
		if _, err := query.NewContext(task); err == nil {
			t.Errorf("%.10q… is taken", task)
		}
	}
}

// TestLongCanonical: a query whose canonical text would not read back is too long.
func TestLongCanonical(t *testing.T) {
	text := `CONTEXT FOR "` + strings.Repeat(`\x`, syntax.MaxLength/4) + `"`
	_, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	checkRefused(t, `CONTEXT FOR "`+strings.Repeat(`\x`, syntax.MaxLength/2-20)+`"`, source.Limit, "query_too_long", "CONTEXT")
}
