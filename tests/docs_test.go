package tests

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// documents lists the pages that newcomers copy from.
func documents(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, name := range append(names, "../README.md", "../ARCHITECTURE.md", "../CONTRIBUTING.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	return pages
}

var (
	quotedQuery  = regexp.MustCompile(`'(CONTEXT FOR [^']*)'|` + "`(CONTEXT FOR [^`]*)`")
	blockQuery   = regexp.MustCompile(`(?m)^    (CONTEXT FOR .*\n(?:    \S.*\n)*)`)
	markdownLink = regexp.MustCompile(`\]\(([^)#]+)\)`)
)

// Every query in the documentation is one that the parser takes, with a $ as a
// template.
func TestDocumentedQueries(t *testing.T) {
	seen := 0
	for name, text := range documents(t) {
		var queries []string
		for _, m := range quotedQuery.FindAllStringSubmatch(text, -1) {
			queries = append(queries, m[1]+m[2])
		}
		for _, m := range blockQuery.FindAllStringSubmatch(text, -1) {
			queries = append(queries, m[1])
		}
		for _, q := range queries {
			if strings.Contains(q, "…") || strings.HasPrefix(q, "CONTEXT FOR entity") {
				continue
			}
			seen++
			_, err := sqlq.ParseContext(q)
			if strings.Contains(q, "$") {
				_, err = query.NewTemplate("", q)
			}
			if err != nil {
				t.Errorf("%s: %s\n%v", name, q, err)
			}
		}
	}
	if seen < 5 {
		t.Errorf("found %d queries in the documentation, expected at least 5", seen)
	}
}

// The store in the README is one that can be loaded.
func TestDocumentedRecords(t *testing.T) {
	text := documents(t)["../README.md"]
	_, block, _ := strings.Cut(text, "```json\n")
	block, _, _ = strings.Cut(block, "\n```")
	lines := bytes.Split([]byte(block), []byte("\n"))
	for _, line := range lines {
		if _, err := store.Decode(line); err != nil {
			t.Errorf("%s\n%v", line, err)
		}
	}
	if len(lines) < 5 {
		t.Errorf("the README shows %d records, expected at least 5", len(lines))
	}
}

// Links between pages lead somewhere.
func TestDocumentLinks(t *testing.T) {
	for name, text := range documents(t) {
		for _, m := range markdownLink.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
		}
	}
}

// Every call of sqlq in docs/batch.md is one that a test script runs.
func TestDocumentedBatches(t *testing.T) {
	script, err := os.ReadFile("../cmd/sqlq/testdata/db/batchdoc.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, m := range regexp.MustCompile(`(?m)^    (sqlq batch .*)$`).FindAllStringSubmatch(documents(t)["../docs/batch.md"], -1) {
		call, _, _ := strings.Cut(m[1], " > ")
		if seen++; !strings.Contains(string(script), "\n"+call+"\n") {
			t.Errorf("no script runs: %s", call)
		}
	}
	if seen < 8 {
		t.Errorf("found %d calls, expected at least 8", seen)
	}
}
