package oracle

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/translate/query"
)

// conformanceCase is one line of cases.ndjson.
type conformanceCase struct {
	ID          string         `json:"id"`
	Query       string         `json:"query"`
	Now         time.Time      `json:"now"`
	Bundle      map[string]any `json:"bundle"`
	Explanation map[string]any `json:"explanation"`
}

// TestOracleConformance holds the oracle to the given cases before anything is
// held to the oracle.
func TestOracleConformance(t *testing.T) {
	folder := os.Getenv("SQLQ_CONFORMANCE_DIR")
	if folder == "" {
		folder = "../../../shared/conformance"
	}
	stores, err := filepath.Glob(filepath.Join(folder, "store-*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(stores) == 0 && os.Getenv("SQLQ_CONFORMANCE_DIR") != "" {
		t.Fatalf("no stores in %s", folder)
	}
	if len(stores) == 0 {
		t.Skip("SKIPPED, NO CONFORMANCE CASES beside the checkout")
	}
	for _, dir := range stores {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			n := 0
			store := readStore(t, filepath.Join(dir, "store.ndjson"))
			eachLine(t, filepath.Join(dir, "cases.ndjson"), func(line []byte) {
				var c conformanceCase
				if err := json.Unmarshal(line, &c); err != nil {
					t.Fatal(err)
				}
				checkCase(t, store, c)
				n++
			})
			t.Logf("%d cases", n)
		})
	}
}

func checkCase(t *testing.T, store *Store, c conformanceCase) {
	q, err := query.Parse(c.Query)
	if err != nil {
		t.Errorf("%s: %v", c.ID, err)
		return
	}
	got := store.Answer(q.(query.Context), c.Now)
	if diff := cmp.Diff(c.Bundle, generic(t, got.Bundle)); diff != "" {
		t.Errorf("%s: bundle of %s (-want +got)\n%s", c.ID, c.Query, diff)
	}
	if c.Explanation == nil {
		return
	}
	if diff := cmp.Diff(c.Explanation, generic(t, got.Explanation)); diff != "" {
		t.Errorf("%s: explanation of %s (-want +got)\n%s", c.ID, c.Query, diff)
	}
}

func readStore(t *testing.T, path string) *Store {
	t.Helper()
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	store, err := Load(in)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return store
}

func eachLine(t *testing.T, path string, do func(line []byte)) {
	t.Helper()
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		do(lines.Bytes())
	}
	if lines.Err() != nil {
		t.Fatalf("%s: %v", path, lines.Err())
	}
}

// generic is a value as its JSON reads.
func generic(t *testing.T, v any) map[string]any {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
