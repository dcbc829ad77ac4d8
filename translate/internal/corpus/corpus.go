// Package corpus gathers the queries that tests and fuzz targets start from: the
// golden archives of this repository and the conformance cases beside it.
package corpus

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// ConformanceEnv names the environment variable with the conformance folder.
// Without it the folder is ../shared/conformance as seen from the repository.
const ConformanceEnv = "SQLQ_CONFORMANCE_DIR"

// Root is the folder of go.mod.
func Root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}

// Archives lists the golden archives; there must be some.
func Archives(tb testing.TB) []string {
	tb.Helper()
	paths, err := filepath.Glob(filepath.Join(Root(tb), "translate", "testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no golden archives: %v", err)
	}
	return paths
}

// Query is the query of a golden archive, without the new line that the archive
// puts behind it.
func Query(archive *txtar.Archive) (string, bool) {
	for _, f := range archive.Files {
		if f.Name == "query" {
			return strings.TrimSuffix(string(f.Data), "\n"), true
		}
	}
	return "", false
}

// Case is one conformance query. Of the fields that do not apply none is set.
type Case struct {
	ID, Query, Class, Code, At string
	Bundle                     struct {
		Metadata struct {
			CanonicalQuery string `json:"canonical_query"`
		}
	}
}

// conformance is the folder of the conformance cases; ok is false when it is
// not there.
func conformance(tb testing.TB) (dir string, ok bool) {
	tb.Helper()
	dir = os.Getenv(ConformanceEnv)
	if dir == "" {
		dir = filepath.Join(Root(tb), "..", "shared", "conformance")
	}
	_, err := os.Stat(dir)
	return dir, err == nil
}

// Cases reads the lines of the conformance files that match a pattern such as
// store-*/cases.ndjson. It skips the test, and says why, without the folder.
func Cases(tb testing.TB, pattern string) []Case {
	tb.Helper()
	dir, ok := conformance(tb)
	if !ok {
		tb.Skipf("no conformance cases in %s; set %s", dir, ConformanceEnv)
	}
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no conformance file %s in %s: %v", pattern, dir, err)
	}
	var out []Case
	for _, path := range paths {
		out = append(out, readCases(tb, path)...)
	}
	return out
}

func readCases(tb testing.TB, path string) []Case {
	tb.Helper()
	file, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	var out []Case
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			tb.Fatalf("%s: %v", path, err)
		}
		out = append(out, c)
	}
	if err := lines.Err(); err != nil {
		tb.Fatalf("%s: %v", path, err)
	}
	return out
}

// Seed adds every known query to a fuzz target, good and bad ones. It fails when
// there are hardly any, for then the target would test nothing.
func Seed(f *testing.F) {
	f.Helper()
	n := 0
	for _, path := range Archives(f) {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if q, ok := Query(archive); ok {
			f.Add(q)
			n++
		}
	}
	if _, ok := conformance(f); ok {
		for _, pattern := range []string{"errors.ndjson", "store-*/cases.ndjson", "store-*/find.ndjson"} {
			for _, c := range Cases(f, pattern) {
				f.Add(c.Query)
				n++
			}
		}
	}
	if n < 40 {
		f.Fatalf("only %d queries to start from", n)
	}
}
