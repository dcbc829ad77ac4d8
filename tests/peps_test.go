package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// pepsNow is the evaluation time of queries without AS OF.
var pepsNow = time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)

// TestPeps loads a real history and checks what is known of it.
func TestPeps(t *testing.T) {
	p := readPeps(t)
	records := p.records()
	dsn := pgtest.DB(t)
	started := time.Now()
	if err := fill(t.Context(), dsn, bytes.NewReader(records)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d proposals loaded, %d MB in %.1f s", len(p.docs), len(records)>>20, time.Since(started).Seconds())
	db := open(t, dsn)
	t.Run("titles", func(t *testing.T) { checkTitles(t, db) })
	t.Run("statuses", func(t *testing.T) { checkStatuses(t, db, p) })
	t.Run("states", func(t *testing.T) { checkStates(t, db, p) })
	t.Run("links", func(t *testing.T) { checkLinks(t, db) })
	t.Run("same again", func(t *testing.T) {
		for _, task := range pepTasks {
			query := fmt.Sprintf("CONTEXT FOR %q BUDGET 8000 TOKENS MAX DEPTH 2 WITH EVIDENCE PREFER CURRENT, VERIFIED", task)
			if a, b := askPeps(t, db, query), askPeps(t, db, query); jsonText(t, a) != jsonText(t, b) || len(a.Items) == 0 {
				t.Errorf("%s: two runs differ, or %d items", query, len(a.Items))
			}
		}
	})
}

var pepTasks = []string{"packaging metadata", "type hints", "assignment expressions", "asynchronous generators", "guidelines for language evolution",
	"string formatting", "release schedule", "import hooks", "decorators", "exceptions"}

func askPeps(t *testing.T, db *sqlq.DB, query string) packer.Bundle {
	t.Helper()
	b, err := db.Context(t.Context(), query, sqlq.Run{Now: &pepsNow})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return b
}

func jsonText(t *testing.T, b packer.Bundle) string {
	t.Helper()
	text, err := b.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// header is what the bundle shows of a proposal on a day, found by a title.
func header(t *testing.T, db *sqlq.DB, id, title, day string) (got struct{ Title, Status string }, item packer.Item) {
	t.Helper()
	b := askPeps(t, db, fmt.Sprintf(`CONTEXT FOR %q MAX DEPTH 0 MAX OBJECTS 500 PREFER REPRESENTATION header AS OF %q`, title, day))
	for _, item = range b.Items {
		if strings.HasPrefix(item.Object, "object://"+id+"@") {
			if err := json.Unmarshal([]byte(*item.Content), &got); err != nil {
				t.Fatal(err)
			}
			return got, item
		}
	}
	t.Errorf("%s is not found by %q as of %s", id, title, day)
	return got, item
}

// AS OF shows the title of the day, and all its words make the full score.
func checkTitles(t *testing.T, db *sqlq.DB) {
	for _, c := range []struct{ day, title string }{
		{"2018-03-01", "Syntax for Statement-Local Name Bindings"},
		{"2018-03-25", "Syntax for Statement-Local Name Bindings"},
		{"2018-03-27", "Sublocal-Scoped Assignment Expressions"},
		{"2018-04-08", "Sublocal-Scoped Assignment Expressions"},
		{"2018-04-10", "Assignment Expressions"},
		{"2026-01-01", "Assignment Expressions"},
	} {
		got, item := header(t, db, "pep-0572", c.title, c.day)
		if got.Title != c.title || item.Score != 1_000_000 {
			t.Errorf("as of %s the title is %q with score %d, want %q", c.day, got.Title, item.Score, c.title)
		}
	}
	for _, c := range []struct{ day, other string }{{"2018-03-01", "Sublocal"}, {"2018-04-10", "Sublocal"}} {
		b := askPeps(t, db, fmt.Sprintf(`CONTEXT FOR %q MAX DEPTH 0 AS OF %q`, c.other, c.day))
		for _, item := range b.Items {
			if item.Score == 1_000_000 {
				t.Errorf("as of %s the title of another day is found: %s", c.day, item.Object)
			}
		}
	}
}

// AS OF shows the status of the day, and the trust that follows from it.
func checkStatuses(t *testing.T, db *sqlq.DB, p *peps) {
	for _, c := range []struct{ id, title, day, status, trust string }{
		{"pep-0484", "Type Hints", "2015-02-01", "Draft", "inferred"},
		{"pep-0484", "Type Hints", "2015-05-22", "Draft", "inferred"},
		{"pep-0484", "Type Hints", "2015-05-24", "Accepted", "authoritative"},
		{"pep-0484", "Type Hints", "2018-07-07", "Accepted", "authoritative"},
		{"pep-0484", "Type Hints", "2018-07-09", "Provisional", "verified"},
		{"pep-0484", "Type Hints", "2022-03-04", "Provisional", "verified"},
		{"pep-0484", "Type Hints", "2022-03-05", "Final", "authoritative"},
		{"pep-0005", "Guidelines for Language Evolution", "2015-06-01", "Active", "authoritative"},
		{"pep-0005", "Guidelines for Language Evolution", "2024-01-01", "Superseded", "unknown"},
	} {
		if got, item := header(t, db, c.id, c.title, c.day); got.Status != c.status || item.Trust != c.trust {
			t.Errorf("%s as of %s has the status %s and trust %s, want %s and %s", c.id, c.day, got.Status, item.Trust, c.status, c.trust)
		}
	}
	b := askPeps(t, db, `CONTEXT FOR "type hints" AS OF "2015-01-01"`)
	alive := 0
	for _, revisions := range p.revisions {
		if revisionAt(revisions, time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)) != nil {
			alive++
		}
	}
	if b.Metadata.Considered != alive || alive < 300 {
		t.Errorf("in 2015 %d proposals were considered, %d were there", b.Metadata.Considered, alive)
	}
	for _, item := range b.Items {
		if strings.HasPrefix(item.Object, "object://pep-0484@") {
			t.Errorf("%s was not written yet", item.Object)
		}
	}
}

// revisionAt is the highest revision of those created by a day (M4).
func revisionAt(revisions []pepRevision, at time.Time) *pepRevision {
	for i := len(revisions) - 1; i >= 0; i-- {
		if !revisions[i].Created.After(at) {
			return &revisions[i]
		}
	}
	return nil
}

// statesAt is M6 on a day, worked out from the history itself.
func (p *peps) statesAt(at time.Time) map[string]string {
	out := map[string]string{}
	bad := func(id string) bool { return out[id] == "stale" || out[id] == "invalid" }
	for id, revisions := range p.revisions {
		if r := revisionAt(revisions, at); r != nil {
			out[id] = r.state()
		}
	}
	for changed := true; changed; {
		changed = false
		for id := range out {
			r := revisionAt(p.revisions[id], at)
			for _, source := range append(append([]string(nil), r.Requires...), r.Replaces...) {
				s := revisionAt(p.revisions[source], at)
				switch {
				case bad(id):
				case s == nil && out[id] == "current":
					out[id], changed = "unknown", true
				case s != nil && (s.Created.After(r.Created) || bad(source)):
					out[id], changed = "stale", true
				}
			}
		}
	}
	return out
}

// checkStates: states are those of the history, and EXCLUDE STALE brings nothing
// that was superseded, rejected or withdrawn on that day.
func checkStates(t *testing.T, db *sqlq.DB, p *peps) {
	seen := map[string]int{}
	for _, day := range []string{"2005-01-01", "2015-06-01", "2020-01-01", "2026-09-01"} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		states, old := p.statesAt(at), 0
		for _, s := range states {
			if s == "stale" || s == "invalid" {
				old++
			}
		}
		for _, task := range pepTasks {
			query := fmt.Sprintf("CONTEXT FOR %q MAX OBJECTS 100 AS OF %q", task, day)
			for _, item := range askPeps(t, db, query).Items {
				id, _, _ := strings.Cut(strings.TrimPrefix(item.Object, "object://"), "@")
				if seen[item.State]++; item.State != states[id] {
					t.Errorf("%s: %s has the state %s, want %s", query, item.Object, item.State, states[id])
				}
			}
			fresh := askPeps(t, db, fmt.Sprintf("CONTEXT FOR %q MAX OBJECTS 100 EXCLUDE STALE AS OF %q", task, day))
			for _, item := range fresh.Items {
				id, _, _ := strings.Cut(strings.TrimPrefix(item.Object, "object://"), "@")
				if status := revisionAt(p.revisions[id], at).state(); status == "stale" || status == "invalid" || item.State != "current" && item.State != "unknown" {
					t.Errorf("as of %s EXCLUDE STALE brings %s, which is %s", day, item.Object, item.State)
				}
			}
			if n := fresh.Metadata.Excluded["excluded_stale"]; n != old {
				t.Errorf("as of %s %d are excluded as stale, want %d", day, n, old)
			}
		}
	}
	t.Logf("states seen: %v", seen)
	if seen["stale"] == 0 || seen["invalid"] == 0 {
		t.Errorf("the queries bring no stale or invalid object: %v", seen)
	}
}

// checkLinks: what supersedes is one hop away, and evidence names the authors.
func checkLinks(t *testing.T, db *sqlq.DB) {
	b := askPeps(t, db, `CONTEXT FOR "guidelines for language evolution" MAX OBJECTS 500 WITH EVIDENCE`)
	found := map[string]packer.Item{}
	for _, item := range b.Items {
		id, _, _ := strings.Cut(strings.TrimPrefix(item.Object, "object://"), "@")
		found[id] = item
	}
	if found["pep-0005"].State != "stale" {
		t.Errorf("pep-0005 is %+v", found["pep-0005"].State)
	}
	if len(found["pep-0387"].Path) == 0 {
		t.Error("pep-0387, which supersedes pep-0005, is not found beside it")
	}
	b = askPeps(t, db, `CONTEXT FOR "type hints" MAX OBJECTS 20 WITH EVIDENCE`)
	for i, item := range b.Items {
		if strings.HasPrefix(item.Object, "object://pep-0484@") && !strings.Contains(fmt.Sprint(b.Evidence[i].Entities), "person/Guido%20van%20Rossum") {
			t.Errorf("the authors of pep-0484 are %v", b.Evidence[i].Entities)
		}
	}
}
