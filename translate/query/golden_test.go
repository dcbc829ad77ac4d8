package query_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sqlq-dev/sqlq/translate/internal/corpus"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

var update = flag.Bool("update", false, "write the sections of this stage into the golden archives")

// sections are what this stage writes into an archive, in this order. It leaves
// the sections of other stages alone.
var sections = []string{"tokens", "ast", "format", "canonical", "stderr"}

// TestGolden compares every form of every query in ../testdata: tokens, tree,
// formatted and canonical text, or the error as people see it.
func TestGolden(t *testing.T) {
	for _, path := range corpus.Archives(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text, ok := corpus.Query(archive)
			if !ok {
				t.Fatal("the archive has no query")
			}
			got := forms(t, text)
			if *update {
				rewrite(t, path, archive, got)
				return
			}
			if diff := cmp.Diff(own(archive), got); diff != "" {
				t.Errorf("forms differ (-archive +now), run with -update to accept:\n%s", diff)
			}
		})
	}
}

// forms makes the sections for a query.
func forms(t *testing.T, text string) map[string]string {
	t.Helper()
	file := source.New(text)
	tree, err := syntax.Parse(file)
	if err != nil {
		return failure(t, err)
	}
	q, err := query.Resolve(file, tree)
	if err != nil {
		return failure(t, err)
	}
	tokens, err := syntax.Lex(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, token := range tokens {
		lines.WriteString(token.String() + "\n")
	}
	return map[string]string{
		"tokens":    lines.String(),
		"ast":       syntax.NewOutline(file, tree).String(),
		"format":    syntax.Format(tree),
		"canonical": q.Canonical() + "\n",
	}
}

func failure(t *testing.T, err error) map[string]string {
	t.Helper()
	var diag *source.Diagnostic
	if !errors.As(err, &diag) {
		t.Fatalf("the error is no diagnostic: %v", err)
	}
	return map[string]string{"stderr": diag.Render()}
}

// own are the sections of this stage in an archive. An error of a later stage
// stands beside a canonical text and is not ours.
func own(archive *txtar.Archive) map[string]string {
	out := map[string]string{}
	for _, f := range archive.Files {
		if slices.Contains(sections, f.Name) {
			out[f.Name] = string(f.Data)
		}
	}
	if _, ok := out["canonical"]; ok {
		delete(out, "stderr")
	}
	return out
}

// rewrite puts our sections behind the query and keeps all others behind them.
func rewrite(t *testing.T, path string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	var query, ours, others []txtar.File
	for _, f := range archive.Files {
		_, isNow := got[f.Name]
		switch {
		case f.Name == "query":
			query = append(query, f)
		case f.Name == "stderr" && !isNow && own(archive)["canonical"] != "", !slices.Contains(sections, f.Name):
			others = append(others, f)
		}
	}
	for _, name := range sections {
		if data, ok := got[name]; ok {
			ours = append(ours, txtar.File{Name: name, Data: []byte(data)})
		}
	}
	archive.Files = slices.Concat(query, ours, others)
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
