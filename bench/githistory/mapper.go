package githistory

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// record is an NDJSON record with its fields; encoding/json sorts them.
type record map[string]any

// mapper writes the records of a document or a link.
type mapper struct {
	json  *json.Encoder
	days  map[string]string // when each document was made
	named map[string]bool   // entities that were written
}

func (m *mapper) write(records ...record) error {
	for _, r := range records {
		if err := m.json.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

func (m *mapper) doc(d doc) error {
	day := m.days[d.ID]
	object := escape(d.ID)
	revision := record{"kind": "revision", "object": object, "rev": 1, "created_at": day, "title": clean(d.Title),
		"representations": forms(d)}
	maps.Copy(revision, provenance(d))
	if err := m.write(record{"kind": "object", "id": object, "type": d.Kind, "project": d.Project}, revision); err != nil {
		return err
	}
	if d.Deleted {
		gone := later(m.days[d.LastCommit], day)
		if err := m.write(record{"kind": "revision", "object": object, "rev": 2, "created_at": gone, "tombstone": true}); err != nil {
			return err
		}
	}
	return m.hang(d)
}

// provenance maps where a document comes from to origin, trust and roles.
func provenance(d doc) record {
	switch {
	case d.External:
		return record{"origin": "external", "trust": "untrusted", "roles": []string{"untrusted_external"}}
	case d.Kind == "commit":
		return record{"origin": "human", "trust": "verified", "validation": "human"}
	case d.Kind == "release_note":
		return record{"origin": "human", "trust": "authoritative", "validation": "human"}
	case d.Kind == "tag":
		return record{"origin": "system", "trust": "authoritative"}
	}
	return record{"origin": "import", "trust": "inferred", "validation": "automated"}
}

func forms(d doc) []record {
	out := []record{{"name": "summary", "media_type": "text/plain", "content": clean(d.Title)}}
	if text := clean(d.Text); strings.TrimSpace(text) != "" {
		out = append(out, record{"name": "body", "media_type": "text/plain", "content": text})
	}
	return out
}

// hang writes what a commit is linked to: people and files.
func (m *mapper) hang(d doc) error {
	from := "object://" + escape(d.ID)
	people := map[string][]string{}
	maps.Copy(people, d.Trailers)
	if d.Author != "" {
		people["written_by"] = []string{d.Author}
	}
	if d.Committer != "" && d.Committer != d.Author {
		people["committed_by"] = []string{d.Committer}
	}
	for _, relationship := range slices.Sorted(maps.Keys(people)) {
		for _, name := range people[relationship] {
			if err := m.linkEntity(from, relationship, "person", name); err != nil {
				return err
			}
		}
	}
	for _, path := range d.Files {
		if _, ok := m.days["file:"+path]; ok {
			if err := m.write(edge(from, "touches", "object://"+escape("file:"+path))); err != nil {
				return err
			}
		} else if err := m.linkEntity(from, "touches", "path", path); err != nil {
			return err
		}
	}
	return nil
}

func (m *mapper) linkEntity(from, relationship, kind, name string) error {
	id := kind + ":" + escape(name)
	if name == "" || len(id) > 512 {
		return nil
	}
	if !m.named[id] {
		m.named[id] = true
		if err := m.write(record{"kind": "entity", "id": id, "type": kind, "name": clean(name)}); err != nil {
			return err
		}
	}
	return m.write(edge(from, relationship, "entity://"+id))
}

// link maps a line of links.tsv.gz: from, to, type.
func (m *mapper) link(line string) error {
	f := strings.Split(line, "\t")
	if len(f) != 3 {
		return fmt.Errorf("%d fields, expected 3", len(f))
	}
	from, to, kind := f[0], f[1], f[2]
	switch kind {
	case "derived_from", "reverts":
		return m.write(record{"kind": "derivation", "object": escape(from), "rev": 1, "relation": kind,
			"source": "object://" + escape(to), "source_rev": 1})
	}
	e := edge("object://"+escape(from), kind, "object://"+escape(to))
	if day := m.days[from]; day != "" {
		e["observed_at"] = day
	}
	return m.write(e)
}

func edge(from, relationship, to string) record {
	return record{"kind": "edge", "from": from, "relationship": relationship, "to": to}
}

// escape percent-encodes what an id may not hold.
func escape(id string) string {
	var b strings.Builder
	for i := range len(id) {
		if c := id[i]; c <= ' ' || c > '~' || strings.IndexByte(`"@#?%`, c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// clean takes out what PostgreSQL cannot store.
func clean(s string) string { return strings.ReplaceAll(strings.ToValidUTF8(s, "�"), "\x00", "") }
