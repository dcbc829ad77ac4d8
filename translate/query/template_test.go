package query_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

const everyVariable = `CONTEXT FOR $task USING PROJECT $project BUDGET $tokens TOKENS PREFER REPRESENTATION $form MAX OBJECTS $objects MAX DEPTH 2 MAX AGE $days d`

func fill(t *testing.T, template string, values map[string]string) (query.Context, error) {
	t.Helper()
	parsed, err := query.NewTemplate("", template)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Fill(values)
}

func TestTemplate(t *testing.T) {
	parsed, err := query.NewTemplate("", everyVariable+` AS OF $task`)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(parsed.Variables(), " "); got != "task project tokens form objects days" {
		t.Errorf("the variables are %s, %v", got, err)
	}
	q, err := fill(t, everyVariable, map[string]string{"task": `say "hi" \`, "project": "a $b", "tokens": "0900", "form": "sum mary",
		"objects": "7", "days": "30", "surplus": "x"})
	const want = `CONTEXT FOR "say \"hi\" \\" USING PROJECT "a $b" BUDGET 900 TOKENS PREFER REPRESENTATION "sum mary" MAX OBJECTS 7 MAX DEPTH 2 MAX AGE 30d`
	if err != nil || q.Canonical() != want {
		t.Errorf("%s, %v", q.Canonical(), err)
	}
}

// Whatever a value holds, it is the value and changes nothing else.
func TestTemplateValues(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		value := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{`" BUDGET 1 TOKENS`, `\`, `\"`, `$task`, `x" EXCLUDE STALE --`, "",
			"\n", `' or 1=1`, `CONTEXT FOR "x"`, `"`, `\\"`})).Draw(r, "value")
		q, err := fill(t, `CONTEXT FOR $task USING PROJECT $task EXCLUDE STALE`, map[string]string{"task": value})
		if strings.ContainsRune(value, 0) {
			if err == nil {
				r.Fatal("U+0000 is taken")
			}
			return
		}
		if err != nil || q.Task != value || *q.Project != value || !q.Exclude.Stale || q.Budget != 0 || q.MaxObjects != 20 {
			r.Fatalf("%q becomes %+v, %v", value, q, err)
		}
		again, err := query.Parse(q.Canonical())
		if err != nil || again.Canonical() != q.Canonical() {
			r.Fatalf("%s does not read back: %v", q.Canonical(), err)
		}
	})
}

func TestTemplateErrors(t *testing.T) {
	good := map[string]string{"task": "a", "project": "p", "tokens": "9", "form": "f", "objects": "7", "days": "30"}
	for _, tt := range []struct{ name, value, code, says string }{
		{"tokens", "many", "bad_variable", `$tokens is no whole number: "many"`}, {"tokens", "", "bad_variable", "$tokens"},
		{"tokens", "-5", "bad_variable", "-5"}, {"tokens", "5 TOKENS EXCLUDE STALE", "bad_variable", "$tokens"},
		{"objects", "501", "", "500"}, {"days", "0", "", "MAX AGE"}, {"task", "a\x00b", "bad_variable", "U+0000"},
		{"project", "\xff", "bad_variable", "UTF-8"}, {"task", strings.Repeat("a", syntax.MaxLength+1), "bad_variable", "limit"},
		{"task", strings.Repeat(`"`, syntax.MaxLength-9), "query_too_long", "limit"},
	} {
		values := map[string]string{}
		for k, v := range good {
			values[k] = v
		}
		values[tt.name] = tt.value
		_, err := fill(t, everyVariable, values)
		var diag *source.Diagnostic
		if !errors.As(err, &diag) || tt.code != "" && diag.Code != tt.code || !strings.Contains(err.Error(), tt.says) || len(err.Error()) > 500 {
			t.Errorf("%s = %.20q: %.600v", tt.name, tt.value, err)
		}
	}
	delete(good, "form")
	if _, err := fill(t, everyVariable, good); err == nil || !strings.Contains(err.Error(), "$form has no value") {
		t.Errorf("without a value: %v", err)
	}
	for _, text := range []string{"CONTEXT FOR $", "CONTEXT FOR $1", "CONTEXT FOR $task EXCLUDE $x", "CONTEXT $task", `CONTEXT FOR "$`, "", "$task",
		"CONTEXT FOR $a $b", "CONTEXT FOR $a BUDGET $b", "CONTEXT FOR ${a}", "FIND OBJECT LIMIT $a", `CONTEXT FOR entity(a) WHERE id = $x`} {
		if _, err := query.NewTemplate("--template", text); err == nil || !strings.HasPrefix(err.Error(), "--template:") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := query.Parse("CONTEXT FOR $task"); err == nil {
		t.Error("a query takes a variable")
	}
}
