package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq/schema"
)

// The vocabularies and their order are part of the language: a word that moves
// changes which objects a query prefers, excludes or ranks first.
func TestVocabularies(t *testing.T) {
	for _, v := range []struct {
		name  string
		words []string
		want  string
		value func(string) (string, int, bool)
	}{
		{"trust", schema.TrustLevels(), "untrusted unknown inferred verified authoritative",
			func(s string) (string, int, bool) { x, ok := schema.ParseTrust(s); return x.String(), int(x), ok }},
		{"origin", schema.Origins(), "human model external system import unknown",
			func(s string) (string, int, bool) { x, ok := schema.ParseOrigin(s); return x.String(), int(x), ok }},
		{"validation", schema.Validations(), "none automated human",
			func(s string) (string, int, bool) { x, ok := schema.ParseValidation(s); return x.String(), int(x), ok }},
		{"state", schema.States(), "current unknown stale invalid",
			func(s string) (string, int, bool) { x, ok := schema.ParseState(s); return x.String(), int(x), ok }},
		{"role", schema.Roles(), "data instruction prompt policy executable secret untrusted_external",
			func(s string) (string, int, bool) { x, ok := schema.ParseRole(s); return x.String(), int(x), ok }},
	} {
		t.Run(v.name, func(t *testing.T) {
			if got := strings.Join(v.words, " "); got != v.want {
				t.Errorf("words are %s\nwant      %s", got, v.want)
			}
			for i, w := range v.words {
				for _, spelling := range []string{w, strings.ToUpper(w), strings.ToUpper(w[:1]) + w[1:]} {
					if word, n, ok := v.value(spelling); !ok || n != i || word != w {
						t.Errorf("%q reads as %q, %d, %v", spelling, word, n, ok)
					}
				}
			}
			for _, foreign := range []string{"", " ", v.words[0] + " ", "none of them", "\u017fecret", "un\u212anown", "\u017ftale", "\u017fystem"} {
				if word, _, ok := v.value(foreign); ok {
					t.Errorf("%q reads as %q", foreign, word)
				}
			}
		})
	}
}

func TestWordsAreCopies(t *testing.T) {
	schema.TrustLevels()[0] = "changed"
	if got := schema.TrustUntrusted.String(); got != "untrusted" {
		t.Errorf("the vocabulary was changed to %q from outside", got)
	}
}

func TestForeignValuesPrintAsInvalid(t *testing.T) {
	for _, got := range []string{schema.Trust(-1).String(), schema.Trust(5).String(), schema.Reason(99).String(), schema.LinkState(7).String()} {
		if got != "invalid" {
			t.Errorf("a value outside the vocabulary prints as %q", got)
		}
	}
}

// M6: an unresolved link counts as unknown, the others as what they are called.
func TestLinkStates(t *testing.T) {
	for link, want := range map[schema.LinkState]schema.State{
		schema.LinkCurrent: schema.StateCurrent, schema.LinkUnresolved: schema.StateUnknown,
		schema.LinkStale: schema.StateStale, schema.LinkInvalid: schema.StateInvalid,
	} {
		if got := link.State(); got != want {
			t.Errorf("%s counts as %s, want %s", link, got, want)
		}
	}
}

// QS7 and QS11: the order of the reasons, and the seven that are counted.
func TestReasons(t *testing.T) {
	var got []string
	for r := schema.ReasonOutOfScope; r <= schema.ReasonBudget; r++ {
		got = append(got, r.String())
	}
	want := []string{"out_of_scope", "max_age", "excluded_secret", "excluded_trust", "excluded_stale", "excluded_role",
		"no_packable_representation", "max_objects", "budget"}
	if !slices.Equal(got, want) {
		t.Errorf("reasons are %v", got)
	}
	var counted []string
	for _, r := range schema.ExclusionReasons() {
		counted = append(counted, r.String())
	}
	if !slices.Equal(counted, want[:7]) {
		t.Errorf("counted are %v", counted)
	}
}
