package sqlgen_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/translate/internal/corpus"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// Packages that write into the archives must not run side by side:
// go test -p 1 ./translate/... -update
var update = flag.Bool("update", false, "write the sections of this stage into the golden archives")

// sections are what this stage writes into an archive, in this order.
var sections = []string{"plan", "sql", "args"}

// evaluated is the time of every golden statement.
var evaluated = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// TestGolden compares plan and statement of every query in ../testdata that asks
// for a bundle.
func TestGolden(t *testing.T) {
	n := 0
	for _, path := range corpus.Archives(t) {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := corpus.Query(archive)
		q, err := sqlq.ParseContext(text)
		if err != nil {
			continue // another form, or an error that the stages before compare
		}
		n++
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			c, err := sqlq.Compile(t.Context(), q, nil, evaluated)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{"plan": c.Plan.String(), "sql": c.Statement.SQL + "\n", "args": args(t, c.Statement)}
			checkMarkers(t, got["sql"])
			if *update {
				rewrite(t, path, archive, got)
				return
			}
			if diff := cmp.Diff(own(archive), got); diff != "" {
				t.Errorf("forms differ (-archive +now), run with -update to accept:\n%s", diff)
			}
		})
	}
	if n < 10 {
		t.Errorf("only %d archives have a statement", n)
	}
}

// args prints the values, one a line, in the order of their numbers.
func args(t *testing.T, s sqlfrag.Statement) string {
	t.Helper()
	var b strings.Builder
	for i, p := range s.Params {
		value, err := json.Marshal(p.Value)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "$%d %s %s = %s\n", i+1, p.Name, p.Type, value)
	}
	return b.String()
}

// checkMarkers refuses a comment that an archive would take for a section.
func checkMarkers(t *testing.T, sql string) {
	t.Helper()
	if parsed := txtar.Parse([]byte(sql)); len(parsed.Files) > 0 {
		t.Errorf("the comment %q looks like a section", parsed.Files[0].Name)
	}
}

func own(archive *txtar.Archive) map[string]string {
	out := map[string]string{}
	for _, f := range archive.Files {
		if slices.Contains(sections, f.Name) {
			out[f.Name] = string(f.Data)
		}
	}
	return out
}

// rewrite puts our sections behind all others.
func rewrite(t *testing.T, path string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return slices.Contains(sections, f.Name) })
	for _, name := range sections {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got[name])})
	}
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
