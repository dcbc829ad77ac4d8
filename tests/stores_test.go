package tests

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/store"
)

// The conformance folder is $SQLQ_CONFORMANCE_DIR, or this one beside the
// repository.
const conformanceDefault = "../../shared/conformance"

func conformanceDir() string { return cmp.Or(os.Getenv("SQLQ_CONFORMANCE_DIR"), conformanceDefault) }

// exampleCase is a query with the bundle that is the answer.
type exampleCase struct {
	ID     string         `json:"id"`
	Query  string         `json:"query"`
	Now    time.Time      `json:"now"`
	Bundle map[string]any `json:"bundle"`
}

// exampleStore is one store of the conformance folder with its cases.
type exampleStore struct {
	name  string
	path  string // of the records
	cases []exampleCase
}

// needConformance skips the test aloud where the cases are absent. When the
// variable names a folder, as CI does, they must be there.
func needConformance(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(conformanceDir(), "errors.ndjson")); err != nil && os.Getenv("SQLQ_CONFORMANCE_DIR") == "" {
		t.Skipf("SKIPPED, NO CONFORMANCE CASES beside the checkout in %s: set SQLQ_CONFORMANCE_DIR to their folder", conformanceDir())
	}
}

// exampleStores reads every store of the folder. A folder without cases fails
// the test: it must never turn green for want of cases.
func exampleStores(t *testing.T) []exampleStore {
	t.Helper()
	needConformance(t)
	dirs, err := filepath.Glob(filepath.Join(conformanceDir(), "store-*"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no stores in %s (%v): set SQLQ_CONFORMANCE_DIR to the conformance folder", conformanceDir(), err)
	}
	var out []exampleStore
	for _, dir := range dirs {
		s := exampleStore{name: filepath.Base(dir), path: filepath.Join(dir, "store.ndjson")}
		for _, line := range readLines(t, filepath.Join(dir, "cases.ndjson")) {
			c := exampleCase{}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatalf("%s, case %d: %v", s.name, len(s.cases)+1, err)
			}
			c.ID = cmp.Or(c.ID, strconv.Itoa(len(s.cases)+1))
			s.cases = append(s.cases, c)
		}
		if len(s.cases) == 0 {
			t.Errorf("%s has no cases", s.name)
		}
		out = append(out, s)
	}
	return out
}

// readLines reads the lines of a file that are not blank, each with its end.
func readLines(t testing.TB, path string) [][]byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines [][]byte
	for r := bufio.NewReader(file); ; {
		line, err := r.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			lines = append(lines, append(bytes.TrimSpace(line), '\n'))
		}
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// fill makes the tables in a database and loads inputs, one after the other.
func fill(ctx context.Context, dsn string, inputs ...io.Reader) error {
	config, err := sqlq.ParseDSN(dsn)
	if err != nil {
		return err
	}
	if err := migrations.Up(ctx, config.ConnConfig); err != nil {
		return err
	}
	db, err := sqlq.Open(ctx, sqlq.Config{DSN: dsn})
	if err != nil {
		return err
	}
	defer db.Close()
	for _, in := range inputs {
		if _, err := db.Load(ctx, in, store.Options{}); err != nil {
			return err
		}
	}
	return nil
}

// fillFile is fill with one file.
func fillFile(ctx context.Context, dsn, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return fill(ctx, dsn, file)
}

// open opens a database that is closed when the test ends. Settings are
// name=value pairs that hold for all its sessions.
func open(t testing.TB, dsn string, settings ...string) *sqlq.DB {
	t.Helper()
	for _, s := range settings {
		if strings.Contains(dsn, "?") {
			dsn += "&" + s
		} else {
			dsn += "?" + s
		}
	}
	db, err := sqlq.Open(t.Context(), sqlq.Config{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}
