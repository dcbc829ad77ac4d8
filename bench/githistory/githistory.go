package githistory

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// EnvDir names the environment variable that overrides DefaultDir.
const EnvDir = "SQLQ_GIT_HISTORY_DIR"

// DefaultDir is where the data set lies, seen from the module's root.
const DefaultDir = "../shared/data/git-history"

// Projects of the store, with their share of the objects.
const (
	Commits = "git"       // 82 %
	Notes   = "git-notes" // 10 %
	Files   = "git-files" // 7 %
	Tags    = "git-tags"  // 1 %
)

// snapshotDay stands in where the data set has no date.
const snapshotDay = "2026-08-20T00:00:00Z"

// Dir is the folder of the data set; ok is false when it is not there.
func Dir() (dir string, ok bool) {
	dir = cmp.Or(os.Getenv(EnvDir), DefaultDir)
	_, err := os.Stat(filepath.Join(dir, docsFile))
	return dir, err == nil
}

const (
	docsFile  = "docs.ndjson.gz"
	linksFile = "links.tsv.gz"
)

// doc is a line of docs.ndjson.gz.
type doc struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Project string `json:"project"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	Created string `json:"created"`

	Author    string              `json:"author"`
	Committer string              `json:"committer"`
	Files     []string            `json:"files"`
	Trailers  map[string][]string `json:"trailers"`
	External  bool                `json:"external"`

	Deleted     bool   `json:"deleted"`
	FirstCommit string `json:"first_commit"`
	LastCommit  string `json:"last_commit"`
}

// Records streams the records of the store in the folder. Close it.
func Records(dir string) (io.ReadCloser, error) {
	days, err := readDays(dir)
	if err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	go func() {
		out := bufio.NewWriterSize(w, 1<<16)
		m := mapper{json: json.NewEncoder(out), days: days, named: map[string]bool{}}
		m.json.SetEscapeHTML(false)
		err := eachDoc(dir, m.doc)
		if err == nil {
			err = eachLine(dir, linksFile, m.link)
		}
		w.CloseWithError(cmp.Or(err, out.Flush()))
	}()
	return r, nil
}

// readDays finds when each document was made; a file when its first commit was.
func readDays(dir string) (map[string]string, error) {
	days, first := map[string]string{}, map[string]string{}
	err := eachDoc(dir, func(d doc) error {
		days[d.ID] = cmp.Or(d.Created, snapshotDay)
		if d.Kind == "file" {
			first[d.ID] = d.FirstCommit
		}
		return nil
	})
	for id, commit := range first {
		days[id] = cmp.Or(days[commit], snapshotDay)
	}
	return days, err
}

func eachDoc(dir string, do func(doc) error) error {
	return eachLine(dir, docsFile, func(line string) error {
		var d doc
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			return err
		}
		return do(d)
	})
}

// eachLine reads a file line by line, through gzip when its name says so.
func eachLine(dir, name string, do func(string) error) error {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	s := bufio.NewScanner(in)
	s.Buffer(nil, 16<<20)
	for n := 1; s.Scan(); n++ {
		if err := do(s.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return s.Err()
}

// later is t, or a second after from when t is no later: clocks of authors differ.
func later(t, from string) string {
	a, errA := time.Parse(time.RFC3339, t)
	b, errB := time.Parse(time.RFC3339, from)
	if errA == nil && errB == nil && !a.After(b) {
		return b.Add(time.Second).Format(time.RFC3339)
	}
	return t
}
