package query_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/translate/internal/corpus"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
)

// TestConformanceErrors gives every query that must be refused its class, code
// and place. A capability is missing in an installation, not in the text, so
// those queries are fine here.
func TestConformanceErrors(t *testing.T) {
	for _, c := range corpus.Cases(t, "errors.ndjson") {
		_, err := query.Parse(c.Query)
		if c.Class == string(source.Capability) {
			if err != nil {
				t.Errorf("%s: %v", c.Query, err)
			}
			continue
		}
		var diag *source.Diagnostic
		if !errors.As(err, &diag) {
			t.Errorf("%s: no diagnostic: %v", c.Query, err)
			continue
		}
		if string(diag.Class) != c.Class || c.Code != "" && diag.Code != c.Code {
			t.Errorf("%s: got %v, want %s %s", c.Query, diag, c.Class, c.Code)
		}
		if rest := string([]rune(c.Query)[diag.Offset:]); c.At != "" && !begins(rest, c.At) {
			t.Errorf("%s: the place is at %q, want %q", c.Query, rest, c.At)
		}
		if diag.Offset > utf8.RuneCountInString(c.Query) {
			t.Errorf("%s: the place is outside the text", c.Query)
		}
	}
}

func begins(text, piece string) bool { return len(text) >= len(piece) && text[:len(piece)] == piece }

// TestConformanceCanonical compares the canonical text of every bundle.
func TestConformanceCanonical(t *testing.T) {
	for _, c := range corpus.Cases(t, "store-*/cases.ndjson") {
		q, err := query.Parse(c.Query)
		if err != nil {
			t.Errorf("%s: %q: %v", c.ID, c.Query, err)
			continue
		}
		if diff := cmp.Diff(c.Bundle.Metadata.CanonicalQuery, q.Canonical()); diff != "" {
			t.Errorf("%s: %s", c.ID, diff)
		}
		checkFixedPoint(t, q)
	}
}

func TestConformanceFind(t *testing.T) {
	for _, c := range corpus.Cases(t, "store-*/find.ndjson") {
		q, err := query.Parse(c.Query)
		if err != nil {
			t.Errorf("%s: %q: %v", c.ID, c.Query, err)
			continue
		}
		checkFixedPoint(t, q)
	}
}

// checkFixedPoint reads the canonical text of a query back: it is the same query
// and has the same canonical text.
func checkFixedPoint(t testing.TB, q query.Query) {
	t.Helper()
	again, err := query.Parse(q.Canonical())
	if err != nil {
		t.Fatalf("the canonical text %q does not parse: %v", q.Canonical(), err)
	}
	if diff := cmp.Diff(q.Canonical(), again.Canonical()); diff != "" {
		t.Fatalf("the canonical text of a canonical text differs:\n%s", diff)
	}
	if diff := cmp.Diff(q, again); diff != "" {
		t.Fatalf("the canonical text %q is another query:\n%s", q.Canonical(), diff)
	}
}
