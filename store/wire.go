package store

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// wire is a line of any kind as written; nil is absent or null.
type wire struct {
	Kind       string         `json:"kind"`
	ID         *string        `json:"id"`
	Type       *string        `json:"type"`
	Project    *string        `json:"project"`
	Object     *string        `json:"object"`
	Rev        *int64         `json:"rev"`
	CreatedAt  *string        `json:"created_at"`
	Tombstone  *bool          `json:"tombstone"`
	Title      *string        `json:"title"`
	Origin     *string        `json:"origin"`
	Trust      *string        `json:"trust"`
	Validation *string        `json:"validation"`
	Roles      []string       `json:"roles"`
	State      *string        `json:"state"`
	Properties jsontext.Value `json:"properties"`

	Representations []wireForm `json:"representations"`

	Relation  *string `json:"relation"`
	Source    *string `json:"source"`
	SourceRev *int64  `json:"source_rev"`

	Name       *string `json:"name"`
	Version    *int64  `json:"version"`
	Superseded *bool   `json:"superseded"`
	UpdatedAt  *string `json:"updated_at"`

	From         *string `json:"from"`
	To           *string `json:"to"`
	Relationship *string `json:"relationship"`
	ObservedAt   *string `json:"observed_at"`
	EndedAt      *string `json:"ended_at"`
}

// wireForm is a representation as written.
type wireForm struct {
	Name        *string  `json:"name"`
	MediaType   *string  `json:"media_type"`
	Content     *string  `json:"content"`
	ContentRef  *string  `json:"content_ref"`
	ContentHash *string  `json:"content_hash"`
	Tokens      *int64   `json:"tokens"`
	Estimator   *string  `json:"estimator"`
	Roles       []string `json:"roles"`
}

// fieldError is what is wrong with one field of a record.
type fieldError struct {
	field  string
	reason string
}

func (e *fieldError) Error() string {
	if e.field == "" {
		return e.reason
	}
	return e.field + ": " + e.reason
}

func wrong(field, format string, args ...any) *fieldError {
	return &fieldError{field: field, reason: fmt.Sprintf(format, args...)}
}

// Decode reads one record from a line: an Object, Revision, Derivation, Entity
// or Edge. Unknown and foreign fields, duplicate names, invalid UTF-8 and lone
// surrogates are errors that name the field.
func Decode(line []byte) (any, error) { return new(decoder).decode(string(line)) }

// decoder decodes lines one after another.
type decoder struct {
	line line
	w    wire
}

func (d *decoder) decode(text string) (any, error) {
	d.w, d.line.s, d.line.at = wire{}, text, 0
	if !d.line.wire(&d.w) {
		d.w = wire{}
		if err := json.Unmarshal([]byte(text), &d.w, json.RejectUnknownMembers(true)); err != nil {
			return nil, jsonError(err)
		}
	}
	return d.w.record()
}

func (w *wire) record() (any, error) {
	r := reader{w: w}
	var record any
	switch w.Kind {
	case "object":
		record = r.object()
	case "revision":
		record = r.revision()
	case "derivation":
		record = r.derivation()
	case "entity":
		record = r.entity()
	case "edge":
		record = r.edge()
	case "":
		return nil, wrong("kind", "missing; one of object, revision, derivation, entity, edge")
	default:
		return nil, wrong("kind", "%q is none of object, revision, derivation, entity, edge", w.Kind)
	}
	r.foreign()
	if r.err != nil {
		return nil, r.err
	}
	return record, nil
}

// parseTime reads an RFC 3339 time with an offset and cuts it to microseconds,
// the resolution of PostgreSQL.
func parseTime(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil || strings.Contains(s, ",") { // which Go takes for a point
		return time.Time{}, fmt.Errorf("%q is not an RFC 3339 time with Z or an offset, such as 2026-01-31T09:30:00Z", s)
	}
	if t.UTC().Year() < 1 || t.UTC().Year() > 9999 {
		return time.Time{}, fmt.Errorf("%q is outside the years 0001 to 9999", s)
	}
	return t.UTC().Truncate(time.Microsecond), nil
}
