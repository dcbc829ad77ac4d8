package oracle

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
)

// Store is a set of records in memory.
type Store struct {
	objects  map[string]*object
	entities map[string]record
	edges    []record
}

// object is an object with all of its revisions, in no order.
type object struct {
	id        string
	project   *string
	revisions []*record
}

// record is one line of any kind.
type record struct {
	Kind      string     `json:"kind"`
	ID        string     `json:"id"`
	Type      string     `json:"type"`
	Project   *string    `json:"project"`
	Object    string     `json:"object"`
	Rev       int        `json:"rev"`
	CreatedAt *time.Time `json:"created_at"`
	Tombstone bool       `json:"tombstone"`

	Title           string   `json:"title"`
	Origin          string   `json:"origin"`
	Trust           string   `json:"trust"`
	Validation      string   `json:"validation"`
	Roles           []string `json:"roles"`
	State           string   `json:"state"`
	Representations []form   `json:"representations"`

	Relation  string `json:"relation"`
	Source    string `json:"source"`
	SourceRev *int   `json:"source_rev"`
	Version   int    `json:"version"`

	From         string     `json:"from"`
	Relationship string     `json:"relationship"`
	To           string     `json:"to"`
	ObservedAt   *time.Time `json:"observed_at"`
	EndedAt      *time.Time `json:"ended_at"`

	derivations []record // of a revision
}

// form is a representation.
type form struct {
	Name        string   `json:"name"`
	MediaType   string   `json:"media_type"`
	Content     *string  `json:"content"`
	ContentRef  *string  `json:"content_ref"`
	ContentHash string   `json:"content_hash"`
	Tokens      *int     `json:"tokens"`
	Estimator   *string  `json:"estimator"`
	Roles       []string `json:"roles"`
}

// Load reads NDJSON records, in any order.
func Load(in io.Reader) (*Store, error) {
	s := &Store{objects: map[string]*object{}, entities: map[string]record{}}
	var derivations []record
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, err
		}
		switch r.Kind {
		case "object":
			s.object(r.ID).project = r.Project
		case "revision":
			o := s.object(r.Object)
			o.revisions = append(o.revisions, &r)
			r.defaults()
		case "derivation":
			derivations = append(derivations, r)
		case "entity":
			if old, ok := s.entities[r.ID]; !ok || r.Version > old.Version {
				s.entities[r.ID] = r
			}
		case "edge":
			s.edges = append(s.edges, r)
		default:
			return nil, fmt.Errorf("record of kind %q", r.Kind)
		}
	}
	return s, s.derive(derivations, lines.Err())
}

func (s *Store) object(id string) *object {
	if s.objects[id] == nil {
		s.objects[id] = &object{id: id}
	}
	return s.objects[id]
}

// defaults fills what a revision leaves out (M3).
func (r *record) defaults() {
	for field, value := range map[*string]string{&r.Origin: "unknown", &r.Trust: "unknown", &r.Validation: "none"} {
		if *field == "" {
			*field = value
		}
	}
}

// derive hangs each derivation on its revision, once.
func (s *Store) derive(derivations []record, err error) error {
	for _, d := range derivations {
		o := s.object(d.Object)
		at := slices.IndexFunc(o.revisions, func(r *record) bool { return r.Rev == d.Rev })
		if at < 0 {
			return fmt.Errorf("no revision %s@%d", d.Object, d.Rev)
		}
		r := o.revisions[at]
		if !slices.ContainsFunc(r.derivations, func(other record) bool {
			return d.Relation == other.Relation && d.Source == other.Source && samePin(d.SourceRev, other.SourceRev)
		}) {
			r.derivations = append(r.derivations, d)
		}
	}
	return err
}

func samePin(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }
