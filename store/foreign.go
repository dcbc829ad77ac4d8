package store

import "strconv"

// foreign refuses what the record's kind does not have: a misspelt or misplaced
// field is better named than silently dropped.
func (r *reader) foreign() {
	w := r.w
	left := []struct {
		field string
		set   bool
	}{
		{"id", w.ID != nil}, {"type", w.Type != nil}, {"project", w.Project != nil}, {"object", w.Object != nil},
		{"rev", w.Rev != nil}, {"created_at", w.CreatedAt != nil}, {"tombstone", w.Tombstone != nil},
		{"title", w.Title != nil}, {"origin", w.Origin != nil}, {"trust", w.Trust != nil},
		{"validation", w.Validation != nil}, {"roles", len(w.Roles) > 0}, {"state", w.State != nil},
		{"properties", len(w.Properties) > 0}, {"representations", len(w.Representations) > 0},
		{"relation", w.Relation != nil}, {"source", w.Source != nil}, {"source_rev", w.SourceRev != nil},
		{"name", w.Name != nil}, {"version", w.Version != nil}, {"superseded", w.Superseded != nil},
		{"updated_at", w.UpdatedAt != nil}, {"from", w.From != nil}, {"to", w.To != nil},
		{"relationship", w.Relationship != nil}, {"observed_at", w.ObservedAt != nil}, {"ended_at", w.EndedAt != nil},
	}
	for _, l := range left {
		if l.set {
			r.fail(l.field, "a record of kind %s has no such field", w.Kind)
		}
	}
}

func formField(i int, name string) string { return "representations." + strconv.Itoa(i) + "." + name }
