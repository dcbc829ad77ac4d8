package store

import (
	"math"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/schema"
)

// reader turns a wire line into a record. The first error stays; each take*
// clears the field it read, so that what is left over is foreign.
type reader struct {
	w   *wire
	err error
}

func (r *reader) fail(field, format string, args ...any) {
	if r.err == nil {
		r.err = wrong(field, format, args...)
	}
}

func (r *reader) object() Object {
	o := Object{
		ID:      r.id("id", &r.w.ID),
		Type:    r.name("type", &r.w.Type),
		Project: r.short("project", r.text("project", &r.w.Project)),
	}
	return o
}

func (r *reader) revision() Revision {
	v := Revision{
		Object:     r.id("object", &r.w.Object),
		Rev:        r.positive("rev", &r.w.Rev),
		CreatedAt:  r.time("created_at", &r.w.CreatedAt),
		Tombstone:  r.flag(&r.w.Tombstone),
		Title:      r.optional("title", &r.w.Title),
		Origin:     schema.OriginUnknown, // M3
		Trust:      schema.TrustUnknown,
		Validation: schema.ValidationNone,
		Roles:      r.roles("roles", &r.w.Roles),
		Properties: r.properties(),
	}
	word(r, "origin", &r.w.Origin, schema.ParseOrigin, schema.Origins(), &v.Origin)
	word(r, "trust", &r.w.Trust, schema.ParseTrust, schema.TrustLevels(), &v.Trust)
	word(r, "validation", &r.w.Validation, schema.ParseValidation, schema.Validations(), &v.Validation)
	if r.w.State != nil {
		var s schema.State
		word(r, "state", &r.w.State, schema.ParseState, schema.States(), &s)
		v.State = &s
	}
	names := map[string]bool{}
	for i := range r.w.Representations {
		f := r.form(i)
		if names[f.Name] {
			r.fail(formField(i, "name"), "representation %q is given twice", f.Name)
		}
		names[f.Name] = true
		v.Representations = append(v.Representations, f)
	}
	r.w.Representations = nil
	return v
}

func (r *reader) derivation() Derivation {
	d := Derivation{
		Object:   r.id("object", &r.w.Object),
		Rev:      r.positive("rev", &r.w.Rev),
		Relation: r.name("relation", &r.w.Relation),
		Source:   r.required("source", &r.w.Source),
	}
	if err := schema.CheckSource(d.Source); r.err == nil && err != nil {
		r.fail("source", "%v", err)
	}
	if r.w.SourceRev != nil {
		n := r.positive("source_rev", &r.w.SourceRev)
		d.SourceRev = &n
	}
	return d
}

func (r *reader) entity() Entity {
	e := Entity{
		ID:         r.id("id", &r.w.ID),
		Type:       r.name("type", &r.w.Type),
		Name:       r.text("name", &r.w.Name),
		Properties: r.properties(),
		Version:    1,
		Superseded: r.flag(&r.w.Superseded),
		UpdatedAt:  r.maybeTime("updated_at", &r.w.UpdatedAt),
	}
	if r.w.Version != nil {
		e.Version = r.positive("version", &r.w.Version)
	}
	return e
}

func (r *reader) edge() Edge {
	e := Edge{
		From:         r.node("from", &r.w.From),
		Relationship: r.name("relationship", &r.w.Relationship),
		To:           r.node("to", &r.w.To),
		ObservedAt:   r.maybeTime("observed_at", &r.w.ObservedAt),
		EndedAt:      r.maybeTime("ended_at", &r.w.EndedAt),
		Properties:   r.properties(),
	}
	return e
}

// form reads representation i.
func (r *reader) form(i int) Representation {
	w := &r.w.Representations[i]
	f := Representation{
		Name:       r.name(formField(i, "name"), &w.Name),
		MediaType:  r.required(formField(i, "media_type"), &w.MediaType),
		Content:    r.text(formField(i, "content"), &w.Content),
		ContentRef: r.text(formField(i, "content_ref"), &w.ContentRef),
		Estimator:  r.text(formField(i, "estimator"), &w.Estimator),
		Roles:      r.roles(formField(i, "roles"), &w.Roles),
	}
	if w.Tokens != nil {
		n := r.number(formField(i, "tokens"), &w.Tokens, 0)
		f.Tokens = &n
	}
	hash := r.optional(formField(i, "content_hash"), &w.ContentHash)
	switch {
	case (f.Content == nil) == (f.ContentRef == nil):
		r.fail(formField(i, "content"), "exactly one of content and content_ref is needed")
	case f.Content != nil:
		f.ContentHash = schema.ContentHash(*f.Content)
		if hash != "" && hash != f.ContentHash {
			r.fail(formField(i, "content_hash"), "is %q, but the content hashes to %s", hash, f.ContentHash)
		}
	default:
		if f.ContentHash = hash; !validHash(hash) {
			r.fail(formField(i, "content_hash"), "content_ref needs sha256: and 64 hexadecimal digits")
		}
	}
	return f
}

func validHash(h string) bool {
	digits, ok := strings.CutPrefix(h, "sha256:")
	return ok && len(digits) == 64 && strings.Trim(digits, "0123456789abcdef") == ""
}

func (r *reader) text(field string, v **string) *string {
	s := *v
	*v = nil
	if s != nil && strings.IndexByte(*s, 0) >= 0 {
		r.fail(field, "has U+0000, which PostgreSQL cannot store")
	}
	return s
}

func (r *reader) optional(field string, v **string) string {
	if s := r.text(field, v); s != nil {
		return *s
	}
	return ""
}

func (r *reader) required(field string, v **string) string {
	s := r.optional(field, v)
	if s == "" {
		r.fail(field, "missing or empty")
	}
	return s
}

// name is a required text that enters an index.
func (r *reader) name(field string, v **string) string {
	s := r.required(field, v)
	r.short(field, &s)
	return s
}

func (r *reader) short(field string, s *string) *string {
	if s != nil && len(*s) > schema.MaxNameLength {
		r.fail(field, "is %d bytes long, the limit is %d", len(*s), schema.MaxNameLength)
	}
	return s
}

func (r *reader) id(field string, v **string) string {
	s := r.required(field, v)
	if err := schema.CheckID(s); s != "" && err != nil {
		r.fail(field, "%v", err)
	}
	return s
}

func (r *reader) node(field string, v **string) string {
	s := r.required(field, v)
	if err := schema.CheckNode(s); s != "" && err != nil {
		r.fail(field, "%v", err)
	}
	return s
}

func (r *reader) flag(v **bool) bool {
	b := *v
	*v = nil
	return b != nil && *b
}

func (r *reader) positive(field string, v **int64) int { return r.number(field, v, 1) }

func (r *reader) number(field string, v **int64, least int64) int {
	n := *v
	*v = nil
	switch {
	case n == nil:
		r.fail(field, "missing")
		return 0
	case *n < least || *n > math.MaxInt32:
		r.fail(field, "%d is outside %d to %d", *n, least, math.MaxInt32)
	}
	return int(*n)
}

func (r *reader) time(field string, v **string) time.Time {
	if t := r.maybeTime(field, v); t != nil {
		return *t
	}
	r.fail(field, "missing")
	return time.Time{}
}

func (r *reader) maybeTime(field string, v **string) *time.Time {
	s := *v
	*v = nil
	if s == nil {
		return nil
	}
	t, err := parseTime(*s)
	if err != nil {
		r.fail(field, "%v", err)
	}
	return &t
}

func (r *reader) roles(field string, v *[]string) schema.RoleSet {
	var set schema.RoleSet
	for _, s := range *v {
		role, ok := schema.ParseRole(s)
		if !ok {
			r.fail(field, "%q is none of %s", s, strings.Join(schema.Roles(), ", "))
		}
		set = set.With(role)
	}
	*v = nil
	return set
}

// word reads a vocabulary word into out, which keeps its default when absent.
func word[T any](r *reader, field string, v **string, parse func(string) (T, bool), words []string, out *T) {
	s := *v
	*v = nil
	if s == nil {
		return
	}
	w, ok := parse(*s)
	if !ok {
		r.fail(field, "%q is none of %s", *s, strings.Join(words, ", "))
		return
	}
	*out = w
}
