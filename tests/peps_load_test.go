package tests

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// dataDefault is the folder of real data beside the repository.
const dataDefault = "../../shared/data"

// pepDoc is a proposal as it stands in the end.
type pepDoc struct {
	ID, Title, Summary, Text, Status, Type, Topic string
	MediaType                                     string `json:"media_type"`
	Authors                                       []string
	Revisions                                     int
}

// pepRevision is one step of a proposal's history. Text is there where the
// status changed.
type pepRevision struct {
	ID, Status, Title, Commit string
	Rev                       int
	Created                   time.Time
	Text                      *string
	Requires, Replaces        []string
	SupersededBy              []string `json:"superseded_by"`
}

// pepLink leads from one proposal to another.
type pepLink struct{ From, To, Type string }

// peps is the whole history, as far as it is loaded: the revisions that carry
// text, those where the title changed, and the newest.
type peps struct {
	docs      map[string]pepDoc
	revisions map[string][]pepRevision // by proposal, rising
	links     []pepLink
}

func readPeps(t *testing.T) *peps {
	t.Helper()
	dir := filepath.Join(cmp.Or(os.Getenv("SQLQ_DATA_DIR"), dataDefault), "peps")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("SKIPPED, NO REAL DATA: %v; set SQLQ_DATA_DIR", err)
	}
	p := &peps{docs: map[string]pepDoc{}, revisions: map[string][]pepRevision{}}
	for _, d := range readGzip[pepDoc](t, filepath.Join(dir, "docs.ndjson.gz")) {
		p.docs[d.ID] = d
	}
	p.links = readGzip[pepLink](t, filepath.Join(dir, "links.ndjson.gz"))
	var text *string
	var last pepRevision
	for _, r := range readGzip[pepRevision](t, filepath.Join(dir, "revisions.ndjson.gz")) {
		newest := r.Rev == p.docs[r.ID].Revisions
		keep := r.Text != nil || newest || r.ID == last.ID && r.Title != last.Title
		last = r
		switch {
		case newest:
			doc := p.docs[r.ID]
			r.Text = &doc.Text
		case r.Text == nil:
			r.Text = text // the text of that day is not kept; the one before stands in
		}
		text = r.Text
		if keep {
			p.revisions[r.ID] = append(p.revisions[r.ID], r)
		}
	}
	return p
}

func readGzip[T any](t *testing.T, path string) []T {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	lines := bufio.NewScanner(packed)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return out
}

// trust of a proposal, by its status: what is decided may be relied on.
func (r pepRevision) trust() string {
	switch r.Status {
	case "Final", "Active", "Accepted":
		return "authoritative"
	case "Provisional":
		return "verified"
	case "Draft", "Deferred":
		return "inferred"
	}
	return "unknown"
}

// state that a proposal declares: what was superseded is stale, what was turned
// down or taken back is invalid.
func (r pepRevision) state() string {
	switch r.Status {
	case "Superseded", "Replaced":
		return "stale"
	case "Rejected", "Withdrawn", "Withdrawal":
		return "invalid"
	}
	return "current"
}

// records writes the history as the store loads it: what a proposal requires or
// replaces is what it is derived from, by no revision in particular; all other
// links are edges. Authors and topics are entities.
func (p *peps) records() []byte {
	w := recordWriter{entities: map[string]bool{}}
	for _, id := range p.ids() {
		doc := p.docs[id]
		w.write("object", "id", id, "type", "proposal", "project", "peps")
		for _, r := range p.revisions[id] {
			w.revision(r, doc)
		}
		for _, a := range doc.Authors {
			w.entity(id, "person", a, "author")
		}
		for _, topic := range strings.Split(doc.Topic, ", ") {
			if topic != "" {
				w.entity(id, "topic", topic, "about")
			}
		}
	}
	for _, l := range p.links {
		if l.Type != "requires" && l.Type != "replaces" {
			w.write("edge", "from", "object://"+l.From, "relationship", l.Type, "to", "object://"+l.To)
		}
	}
	return w.out.Bytes()
}

// recordWriter writes records, one a line.
type recordWriter struct {
	out      bytes.Buffer
	entities map[string]bool
}

// write writes a record of a kind with fields given as name, value, name, value.
func (w *recordWriter) write(kind string, fields ...any) {
	record := map[string]any{"kind": kind}
	for i := 0; i < len(fields); i += 2 {
		record[fields[i].(string)] = fields[i+1]
	}
	if err := json.NewEncoder(&w.out).Encode(record); err != nil {
		panic(err)
	}
}

// revision writes a revision and what it is derived from.
func (w *recordWriter) revision(r pepRevision, doc pepDoc) {
	header := fmt.Sprintf(`{"title":%q,"status":%q}`, r.Title, r.Status)
	forms := []any{form("header", "application/json", header), form("text", "text/x-rst", *r.Text)}
	if r.Rev == doc.Revisions && doc.Summary != "" {
		forms = append(forms, form("summary", "text/x-rst", doc.Summary))
	}
	w.write("revision", "object", r.ID, "rev", r.Rev, "created_at", r.Created, "title", r.Title, "origin", "human",
		"trust", r.trust(), "state", r.state(), "properties", map[string]string{"status": r.Status}, "representations", forms)
	for _, s := range r.Requires {
		w.write("derivation", "object", r.ID, "rev", r.Rev, "relation", "requires", "source", "object://"+s)
	}
	for _, s := range r.Replaces {
		w.write("derivation", "object", r.ID, "rev", r.Rev, "relation", "replaces", "source", "object://"+s)
	}
}

// entity links an object to an entity, which is written when it is new.
func (w *recordWriter) entity(object, kind, name, relationship string) {
	id := kind + "/" + url.PathEscape(name)
	if !w.entities[id] {
		w.entities[id] = true
		w.write("entity", "id", id, "type", kind, "name", name)
	}
	w.write("edge", "from", "object://"+object, "relationship", relationship, "to", "entity://"+id)
}

func form(name, mediaType, content string) map[string]any {
	return map[string]any{"name": name, "media_type": mediaType, "content": content}
}

func (p *peps) ids() []string {
	var out []string
	for id := range p.docs {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}
