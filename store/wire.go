package store

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
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
func Decode(line []byte) (any, error) {
	var w wire
	if err := json.Unmarshal(line, &w, json.RejectUnknownMembers(true)); err != nil {
		return nil, jsonError(err)
	}
	r := reader{w: &w}
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

// jsonError says where a line is no record, in the words of this package.
func jsonError(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		if errors.Is(syntax.Err, io.ErrUnexpectedEOF) {
			return wrong(pointer(syntax.JSONPointer), "the line ends inside a value at byte %d; a record must stand on one line", syntax.ByteOffset)
		}
		return wrong(pointer(syntax.JSONPointer), "not valid JSON at byte %d: %v", syntax.ByteOffset, syntax.Err)
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		if errors.Is(semantic.Err, json.ErrUnknownName) {
			return wrong(pointer(semantic.JSONPointer), "no such field")
		}
		reason := expected(semantic.GoType) + " is expected here, not " + given(semantic)
		return wrong(pointer(semantic.JSONPointer), "%s", reason)
	}
	return wrong("", "%v", err)
}

// expected says what a field takes.
func expected(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil:
		return "another value"
	case t.Kind() == reflect.Int64:
		return "a whole number"
	case t.Kind() == reflect.String:
		return "a string in double quotes"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Slice:
		return "a list in [ ]"
	}
	return "an object in { }"
}

// given says what stands in the place of that.
func given(e *json.SemanticError) string {
	switch kind := e.JSONKind; kind {
	case '"':
		return "a string"
	case '0':
		if value := string(e.JSONValue); value != "" && len(value) <= 40 {
			return value
		}
		return "this number"
	case '{':
		return "an object"
	case '[':
		return "a list"
	default:
		return kind.String() // true, false or null
	}
}

// pointer prints a JSON pointer as people write paths: representations.0.name.
func pointer(p jsontext.Pointer) string {
	path := strings.ReplaceAll(strings.TrimPrefix(string(p), "/"), "/", ".")
	if quoted := strconv.Quote(path); quoted != `"`+path+`"` {
		return quoted // a name with control characters must not reach a terminal
	}
	return path
}

// parseTime reads an RFC 3339 time with an offset and cuts it to microseconds,
// the resolution of PostgreSQL.
func parseTime(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not an RFC 3339 time with Z or an offset, such as 2026-01-31T09:30:00Z", s)
	}
	if t.UTC().Year() < 1 || t.UTC().Year() > 9999 {
		return time.Time{}, fmt.Errorf("%q is outside the years 0001 to 9999", s)
	}
	return t.UTC().Truncate(time.Microsecond), nil
}
