package syntax_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/sqlq-dev/sqlq/translate/internal/corpus"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// FuzzParse: no text makes the parser panic; every error has a place inside the
// text; every node lies inside the text; what is formatted reads back and
// formats to itself.
func FuzzParse(f *testing.F) {
	corpus.Seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New(text)
		tree, err := syntax.Parse(file)
		if err != nil {
			checkError(t, text, err)
			return
		}
		checkOutline(t, text, syntax.NewOutline(file, tree))
		once := syntax.Format(tree)
		again, err := syntax.Parse(source.New(once))
		if err != nil {
			// Escapes may make the formatted text longer than a query may be.
			if len(once) <= syntax.MaxLength {
				t.Fatalf("%q formats to %q: %v", text, once, err)
			}
			return
		}
		if twice := syntax.Format(again); twice != once {
			t.Fatalf("%q formats to %q and then to %q", text, once, twice)
		}
	})
}

func checkError(t *testing.T, text string, err error) {
	t.Helper()
	var diag *source.Diagnostic
	if !errors.As(err, &diag) {
		t.Fatalf("%q: no diagnostic: %v", text, err)
	}
	span := diag.Span()
	if span.Start < 0 || span.End < span.Start || span.End > len(text) {
		t.Fatalf("%q: the span %v lies outside", text, span)
	}
	if diag.Offset != utf8.RuneCountInString(text[:span.Start]) || diag.Line < 1 || diag.Column < 1 {
		t.Fatalf("%q: the position %+v is not that of byte %d", text, diag.Pos, span.Start)
	}
	if diag.Class == "" || diag.Code == "" || diag.Message == "" || !utf8.ValidString(diag.Render()) {
		t.Fatalf("%q: incomplete: %q", text, diag.Render())
	}
}

// checkOutline tests that children come in order and lie within their parent.
func checkOutline(t *testing.T, text string, o syntax.Outline) {
	t.Helper()
	if o.Kind == "" || o.End <= o.Pos.Offset || o.End > utf8.RuneCountInString(text) {
		t.Fatalf("%q: a node without kind or outside the text: %+v", text, o)
	}
	last := o.Pos.Offset
	for _, child := range o.Children {
		if child.Pos.Offset < last || child.End > o.End {
			t.Fatalf("%q: %s at %v lies outside its place in %s", text, child.Kind, child.Pos, o.Kind)
		}
		last = child.End
		checkOutline(t, text, child)
	}
}
