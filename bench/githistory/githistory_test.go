package githistory

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/sqlq-dev/sqlq/store"
)

// dataDir is where the data set lies, seen from this folder.
func dataDir(t *testing.T) string {
	t.Helper()
	if os.Getenv(EnvDir) == "" {
		t.Setenv(EnvDir, filepath.Join("..", "..", DefaultDir))
	}
	dir, ok := Dir()
	if !ok {
		t.Skipf("SKIPPED, NO GIT-HISTORY DATA SET IN %s", dir)
	}
	return dir
}

func TestRecordsAreAStore(t *testing.T) {
	in, err := Records(dataDir(t))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	objects, revisions, sources, derivations := map[string]bool{}, 0, map[string]int{}, 0
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for n := 0; lines.Scan(); n++ {
		if n%10 != 0 && bytes.Contains(lines.Bytes(), []byte(`"kind":"edge"`)) { // enough of those
			continue
		}
		record, err := store.Decode(lines.Bytes())
		if err != nil {
			t.Fatalf("%v: %s", err, lines.Bytes())
		}
		switch r := record.(type) {
		case store.Object:
			objects[r.ID] = true
		case store.Revision:
			revisions++
		case store.Derivation:
			derivations++
			sources[r.Source]++
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(objects) != 103_040 || revisions <= len(objects) || derivations != 3913+172 {
		t.Errorf("%d objects, %d revisions, %d derivations", len(objects), revisions, derivations)
	}
	for s := range sources {
		if !objects[s[len("object://"):]] {
			t.Errorf("derived from %s, which is no object", s)
		}
	}
}

func TestQuestions(t *testing.T) {
	questions, err := Questions(dataDir(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(questions) != 200 {
		t.Errorf("%d questions", len(questions))
	}
	for _, q := range questions {
		if len(q.Gold) == 0 || q.Text == "" {
			t.Errorf("question %s has no text or no answer", q.ID)
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{"a b": "a%20b", "é": "%C3%A9", "50%": "50%25", "x/y.c": "x/y.c", `"@#?`: "%22%40%23%3F"} {
		if got := escape(in); got != want {
			t.Errorf("escape(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLater(t *testing.T) {
	const first = "2020-01-01T00:00:00Z"
	if got := later("2019-12-31T23:00:00-02:00", first); got != "2019-12-31T23:00:00-02:00" {
		t.Errorf("later = %s", got) // an hour later in fact
	}
	if got := later("2020-01-01T01:00:00+01:00", first); got != "2020-01-01T00:00:01Z" {
		t.Errorf("later = %s", got)
	}
}
