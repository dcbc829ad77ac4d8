package plan_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/plan"
	"github.com/sqlq-dev/sqlq/translate/query"
)

func build(t *testing.T, text string) plan.Plan {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Build(q.(query.Context))
}

func TestDefaults(t *testing.T) {
	want := plan.Plan{
		Exclusion: plan.Exclusion{Allowed: plan.AllClasses},
		Relevance: plan.Relevance{Task: "a b"},
		Expansion: plan.Expansion{Depth: schema.DefaultDepth},
		Rank:      plan.Rank{Objects: schema.DefaultObjects},
	}
	if diff := cmp.Diff(want, build(t, `CONTEXT FOR "a b"`)); diff != "" {
		t.Error(diff)
	}
}

func TestEveryClause(t *testing.T) {
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	project, form := "p", "summary"
	want := plan.Plan{
		AsOf:  &at,
		Scope: plan.Scope{Project: &project},
		Exclusion: plan.Exclusion{
			MaxAge: 84 * 24 * time.Hour, Untrusted: true, Stale: true,
			Allowed: schema.AllowedClasses([]schema.RoleRule{{Role: schema.RoleInstruction}}),
		},
		Relevance: plan.Relevance{Task: "a"},
		Expansion: plan.Expansion{Depth: 0},
		Boosts: []plan.Boost{{Term: "CURRENT", Current: true}, {Term: "INFERRED", AtLeast: schema.TrustInferred},
			{Term: "VERIFIED", AtLeast: schema.TrustVerified}},
		Rank: plan.Rank{Objects: 7},
		Pack: plan.Pack{Budget: 500, Representation: &form, Evidence: true},
	}
	got := build(t, `context for "a" as of "2026-05-01" with evidence max age 12w max depth 0 max objects 7
		exclude stale, role instruction, untrusted prefer verified, representation summary, inferred, current
		budget 500 tokens using project "p"`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// QR10: a trust term is satisfied by its level and by every higher one.
func TestSatisfied(t *testing.T) {
	boosts := build(t, `CONTEXT FOR "a" PREFER CURRENT, INFERRED, AUTHORITATIVE`).Boosts
	for state := schema.StateCurrent; state <= schema.StateInvalid; state++ {
		for trust := schema.TrustUntrusted; trust <= schema.TrustAuthoritative; trust++ {
			want := []bool{state == schema.StateCurrent, trust >= schema.TrustInferred, trust == schema.TrustAuthoritative}
			for i, b := range boosts {
				if got := b.Satisfied(state, trust); got != want[i] {
					t.Errorf("%s for %s, %s: %v", b.Term, state, trust, got)
				}
			}
		}
	}
}

// The printed plan has one line a stage and says what each does.
func TestPrint(t *testing.T) {
	text := build(t, `CONTEXT FOR "a\"b" USING PROJECT "p" MAX AGE 2h EXCLUDE UNTRUSTED, STALE, ROLE PROMPT PREFER CURRENT, VERIFIED,
		REPRESENTATION x MAX DEPTH 3 MAX OBJECTS 4 BUDGET 9 TOKENS WITH EVIDENCE AS OF "2026-01-01"`).String()
	for _, want := range []string{"scope ", `2026-01-01T00:00:00Z`, `project "p"`, "7200 s", "secret", "untrusted", "stale", "role classes",
		`"a\"b"`, "3 hops", "CURRENT", "VERIFIED and above", "keep 4", "9 tokens", `"x"`, "evidence"} {
		if !strings.Contains(text, want) {
			t.Errorf("the plan does not say %s:\n%s", want, text)
		}
	}
	if n := strings.Count(text, "\n"); n != 8 {
		t.Errorf("the plan has %d lines:\n%s", n, text)
	}
	if flat := build(t, `CONTEXT FOR "a" MAX DEPTH 0`).String(); strings.Contains(flat, "expansion") || strings.Contains(flat, "role classes") {
		t.Errorf("the plan names stages that do nothing:\n%s", flat)
	}
}

// The JSON form has names of its own and no number that a reader could round.
func TestJSON(t *testing.T) {
	got, err := json.Marshal(build(t, `CONTEXT FOR "a" EXCLUDE ROLE PROMPT PREFER CURRENT, VERIFIED MAX AGE 2h MAX DEPTH 1`))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"as_of":null,"scope":{"project":null},` +
		`"exclusion":{"max_age_seconds":7200,"untrusted":false,"stale":false,"role_classes":"0xf0f0f0f0f0f0f0f"},` +
		`"relevance":{"task":"a"},"expansion":{"hops":1},` +
		`"preference":[{"term":"CURRENT","state":"current"},{"term":"VERIFIED","trust_at_least":"verified"}],` +
		`"rank":{"objects":20},"pack":{"budget":0,"representation":null,"evidence":false}}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}
