package query_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
)

func TestOverride(t *testing.T) {
	base := mustParse(t, `CONTEXT FOR "x" BUDGET 5 TOKENS PREFER VERIFIED EXCLUDE STALE WITH EVIDENCE`).(query.Context)
	tests := []struct {
		flags map[string]string
		want  string
	}{
		{nil, `CONTEXT FOR "x" BUDGET 5 TOKENS PREFER VERIFIED EXCLUDE STALE WITH EVIDENCE`},
		{map[string]string{"budget": "0500", "evidence": "false"}, `CONTEXT FOR "x" BUDGET 500 TOKENS PREFER VERIFIED EXCLUDE STALE`},
		{map[string]string{"budget": "500 tokens", "max-age": "30 D"}, `CONTEXT FOR "x" BUDGET 500 TOKENS PREFER VERIFIED EXCLUDE STALE MAX AGE 30d WITH EVIDENCE`},
		{map[string]string{"prefer": "inferred,current", "exclude": "role prompt from data, untrusted"},
			`CONTEXT FOR "x" BUDGET 5 TOKENS PREFER CURRENT, INFERRED EXCLUDE UNTRUSTED, ROLE PROMPT FROM DATA WITH EVIDENCE`},
		{map[string]string{"prefer": "", "exclude": " "}, `CONTEXT FOR "x" BUDGET 5 TOKENS WITH EVIDENCE`},
		{map[string]string{"project": `my "p"`, "as-of": "2026-05-01", "max-objects": "3", "max-depth": "0"},
			`CONTEXT FOR "x" USING PROJECT "my \"p\"" BUDGET 5 TOKENS PREFER VERIFIED EXCLUDE STALE MAX OBJECTS 3 MAX DEPTH 0 WITH EVIDENCE AS OF "2026-05-01T00:00:00Z"`},
	}
	for _, tt := range tests {
		got, err := query.Override(base, tt.flags)
		if err != nil {
			t.Errorf("%v: %v", tt.flags, err)
			continue
		}
		if diff := cmp.Diff(tt.want, got.Canonical()); diff != "" {
			t.Errorf("%v: %s", tt.flags, diff)
		}
	}
	if diff := cmp.Diff(mustParse(t, base.Canonical()), query.Query(base)); diff != "" {
		t.Errorf("the query that was overridden has changed:\n%s", diff)
	}
}

func TestOverrideErrors(t *testing.T) {
	base := mustParse(t, `CONTEXT FOR "x"`).(query.Context)
	tests := []struct {
		flag, value string
		class       source.Class
		code        string
	}{
		{"budget", "ten", source.Parse, "unexpected_token"},
		{"budget", "", source.Parse, "unexpected_end"},
		{"budget", "0", source.Limit, "out_of_range"},
		{"budget", "5 5", source.Parse, "unexpected_token"},
		{"max-objects", "501", source.Limit, "out_of_range"},
		{"max-depth", "-1", source.Parse, "unexpected_token"},
		{"max-age", "30", source.Parse, "unexpected_end"},
		{"max-age", "30y", source.Parse, "unexpected_token"},
		{"as-of", "yesterday", source.Parse, "bad_time"},
		{"project", "a\x00", source.Parse, "nul_character"},
		{"prefer", "fresh", source.Parse, "unexpected_token"},
		{"prefer", "current verified", source.Parse, "unexpected_token"},
		{"prefer", `representation a, representation b`, source.Parse, "representation_conflict"},
		{"exclude", "verified", source.Parse, "unexpected_token"},
		{"evidence", "maybe", source.Parse, "unexpected_token"},
		{"bugdet", "5", source.Parse, "unknown_flag"},
	}
	for _, tt := range tests {
		_, err := query.Override(base, map[string]string{tt.flag: tt.value})
		var diag *source.Diagnostic
		if !errors.As(err, &diag) {
			t.Errorf("--%s %s: no diagnostic: %v", tt.flag, tt.value, err)
			continue
		}
		if diag.Class != tt.class || diag.Code != tt.code || !strings.HasPrefix(diag.Error(), "--"+tt.flag+":") {
			t.Errorf("--%s %s: got %v, want %s %s", tt.flag, tt.value, diag, tt.class, tt.code)
		}
	}
}
