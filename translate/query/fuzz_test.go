package query_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/translate/internal/corpus"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// FuzzCanonical: the canonical text of every query reads back as the same query,
// and so does its formatted text.
func FuzzCanonical(f *testing.F) {
	corpus.Seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New(text)
		tree, err := syntax.Parse(file)
		if err != nil {
			return
		}
		q, err := query.Resolve(file, tree)
		if err != nil {
			if span := err.(*source.Diagnostic).Span(); span.Start > span.End || span.End > len(text) {
				t.Fatalf("%q: the error %v lies outside the text", text, err)
			}
			return
		}
		checkFixedPoint(t, q)
		formatted := syntax.Format(tree)
		if len(formatted) > syntax.MaxLength {
			return
		}
		again, err := query.Parse(formatted)
		if err != nil {
			t.Fatalf("%q formats to %q: %v", text, formatted, err)
		}
		if diff := cmp.Diff(q, again); diff != "" {
			t.Fatalf("%q formats to another query:\n%s", text, diff)
		}
	})
}
