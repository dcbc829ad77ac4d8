package sample_test

import (
	"bufio"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/sample"
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/store"
)

// data is the sample, decoded.
type data struct {
	objects     map[string]store.Object
	revisions   map[string][]store.Revision // by object, ascending
	derivations map[string][]store.Derivation
	entities    map[string]store.Entity
	edges       []store.Edge
}

func decode(t *testing.T) data {
	t.Helper()
	d := data{
		objects: map[string]store.Object{}, revisions: map[string][]store.Revision{},
		derivations: map[string][]store.Derivation{}, entities: map[string]store.Entity{},
	}
	lines := bufio.NewScanner(sample.Records())
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		record, err := store.Decode(lines.Bytes())
		if err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		switch r := record.(type) {
		case store.Object:
			if _, twice := d.objects[r.ID]; twice {
				t.Errorf("line %d: object %s is there twice", n, r.ID)
			}
			d.objects[r.ID] = r
		case store.Revision:
			d.revisions[r.Object] = append(d.revisions[r.Object], r)
		case store.Derivation:
			d.derivations[r.Object] = append(d.derivations[r.Object], r)
		case store.Entity:
			if _, twice := d.entities[r.ID]; twice {
				t.Errorf("line %d: entity %s is there twice", n, r.ID)
			}
			d.entities[r.ID] = r
		case store.Edge:
			d.edges = append(d.edges, r)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for _, revs := range d.revisions {
		slices.SortFunc(revs, func(a, b store.Revision) int { return a.Rev - b.Rev })
	}
	return d
}

// selected is the revision of an object at a time (M4), a tombstone too.
func (d data) selected(id string, at time.Time) (store.Revision, bool) {
	for _, r := range slices.Backward(d.revisions[id]) {
		if !r.CreatedAt.After(at) {
			return r, true
		}
	}
	return store.Revision{}, false
}

// sources are the derivations of the selected revision.
func (d data) sources(id string, at time.Time) []store.Derivation {
	r, _ := d.selected(id, at)
	return slices.DeleteFunc(slices.Clone(d.derivations[id]), func(v store.Derivation) bool { return v.Rev != r.Rev })
}

// link is the state of one derivation (M5), unresolved as unknown.
func (d data) link(v store.Derivation, at time.Time) schema.State {
	id, isObject := strings.CutPrefix(v.Source, schema.ObjectScheme)
	if !isObject {
		return schema.StateCurrent
	}
	own, _ := d.selected(v.Object, at)
	source, ok := d.selected(id, at)
	switch {
	case !ok:
		return schema.StateUnknown
	case source.Tombstone:
		return schema.StateInvalid
	case v.SourceRev == nil && source.CreatedAt.After(own.CreatedAt), v.SourceRev != nil && source.Rev > *v.SourceRev:
		return schema.StateStale
	case v.SourceRev != nil && source.Rev < *v.SourceRev:
		return schema.StateUnknown
	}
	return schema.StateCurrent
}

// states are the dependency states of all objects that are live at a time (M6).
func (d data) states(at time.Time) map[string]schema.State {
	states := map[string]schema.State{}
	for id := range d.objects {
		r, ok := d.selected(id, at)
		if !ok || r.Tombstone {
			continue
		}
		if r.State != nil {
			states[id] = *r.State
		}
		for _, v := range d.sources(id, at) {
			states[id] = max(states[id], d.link(v, at))
		}
		states[id] = max(states[id], schema.StateCurrent)
	}
	for changed := true; changed; {
		changed = false
		for id, state := range states {
			for _, v := range d.sources(id, at) {
				source := states[strings.TrimPrefix(v.Source, schema.ObjectScheme)]
				if source >= schema.StateStale && state < schema.StateStale {
					states[id], changed = schema.StateStale, true
				}
			}
		}
	}
	return states
}

func TestSize(t *testing.T) {
	d := decode(t)
	projects := map[string]int{}
	many := 0
	for id, o := range d.objects {
		if o.Project != nil {
			projects[*o.Project]++
		} else {
			projects[""]++
		}
		if len(d.revisions[id]) > 1 {
			many++
		}
	}
	if projects[sample.Project] < 60 {
		t.Errorf("%s has %d objects, wanted are 60", sample.Project, projects[sample.Project])
	}
	if len(projects) < 4 || projects[""] == 0 {
		t.Errorf("projects are %v, wanted are three, and objects of none", projects)
	}
	if many < 15 {
		t.Errorf("%d objects have several revisions, wanted are 15", many)
	}
	t.Logf("objects by project %v, %d with several revisions, %d entities, %d edges", projects, many, len(d.entities), len(d.edges))
}

// Everything that a record refers to is there, but for one source that nobody
// has loaded: it makes an unresolved link.
func TestReferences(t *testing.T) {
	d := decode(t)
	for id, revs := range d.revisions {
		if _, ok := d.objects[id]; !ok {
			t.Errorf("revision of %s, which is no object", id)
		}
		for i, r := range revs {
			if r.Rev != i+1 {
				t.Errorf("%s has revision %d where %d should be", id, r.Rev, i+1)
			}
			if i > 0 && !r.CreatedAt.After(revs[i-1].CreatedAt) {
				t.Errorf("%s@%d is not newer than the revision before", id, r.Rev)
			}
			if r.CreatedAt.Year() != 2026 || r.CreatedAt.After(sample.Now) {
				t.Errorf("%s@%d is of %s, outside the story", id, r.Rev, r.CreatedAt)
			}
		}
	}
	for id := range d.objects {
		if len(d.revisions[id]) == 0 {
			t.Errorf("%s has no revision", id)
		}
	}
	var missing []string
	for id, list := range d.derivations {
		for _, v := range list {
			if v.Rev > len(d.revisions[id]) {
				t.Errorf("derivation of %s@%d, which is no revision", id, v.Rev)
				continue
			}
			source, isObject := strings.CutPrefix(v.Source, schema.ObjectScheme)
			switch {
			case isObject && len(d.revisions[source]) == 0:
				missing = append(missing, source)
			case v.SourceRev != nil && *v.SourceRev > len(d.revisions[source]):
				t.Errorf("%s@%d is derived from %s@%d, which is no revision", id, v.Rev, source, *v.SourceRev)
			}
		}
	}
	if want := []string{"harbour-office/levelling-book-2019"}; !slices.Equal(missing, want) {
		t.Errorf("sources that are not there: %v, wanted %v", missing, want)
	}
	linked := map[string]bool{}
	for _, e := range d.edges {
		for _, end := range []string{e.From, e.To} {
			linked[end] = true
			if id, isObject := strings.CutPrefix(end, schema.ObjectScheme); isObject {
				if _, ok := d.objects[id]; !ok {
					t.Errorf("edge %s %s %s: no object %s", e.From, e.Relationship, e.To, id)
				}
			} else if id := strings.TrimPrefix(end, schema.EntityScheme); d.entities[id].ID == "" {
				t.Errorf("edge %s %s %s: no entity %s", e.From, e.Relationship, e.To, id)
			}
		}
		if e.ObservedAt != nil && e.EndedAt != nil && !e.EndedAt.After(*e.ObservedAt) {
			t.Errorf("edge %s %s %s ends before it begins", e.From, e.Relationship, e.To)
		}
	}
	for id := range d.entities {
		if !linked[schema.EntityAddress(id)] {
			t.Errorf("entity %s has no edge", id)
		}
	}
}

// Every word of every vocabulary is used by what is live now.
func TestVariety(t *testing.T) {
	d := decode(t)
	seen := map[string]bool{}
	var roles schema.RoleSet
	for id, state := range d.states(sample.Now) {
		r, _ := d.selected(id, sample.Now)
		seen["state "+state.String()] = true
		seen["origin "+r.Origin.String()] = true
		seen["trust "+r.Trust.String()] = true
		seen["validation "+r.Validation.String()] = true
		seen["type "+d.objects[id].Type] = true
		roles |= r.Roles
		if r.State != nil {
			seen["declared"] = true
		}
		if len(r.Representations) > 1 {
			seen["forms"] = true
		}
		for _, f := range r.Representations {
			roles |= f.Roles
			seen["form "+f.Name] = true
			kind, _, _ := strings.Cut(f.MediaType, "/")
			seen["media "+kind] = true
			seen["media "+f.MediaType] = true
			seen["ref with tokens"] = seen["ref with tokens"] || f.ContentRef != nil && f.Tokens != nil
			seen["ref"] = seen["ref"] || f.ContentRef != nil && f.Tokens == nil
			if f.Content == nil {
				continue
			}
			seen["umlaut"] = seen["umlaut"] || strings.Contains(*f.Content, "ß")
			seen["kana"] = seen["kana"] || strings.Contains(*f.Content, "の")
			secret := (r.Roles | f.Roles).Has(schema.RoleSecret)
			if fake := strings.Contains(*f.Content, "not-a-real-"); fake != secret {
				t.Errorf("%s@%d %s: secret %t, looks like a credential %t", id, r.Rev, f.Name, secret, fake)
			}
		}
	}
	for _, role := range schema.Roles() {
		r, _ := schema.ParseRole(role)
		seen["role "+role] = roles.Has(r)
	}
	want := []string{
		"declared", "forms", "ref with tokens", "ref", "umlaut", "kana", "media text", "media image", "media application/json",
		"form summary", "form body", "form notes", "form transcript",
	}
	for _, w := range []struct {
		name  string
		words []string
	}{
		{"state", schema.States()}, {"origin", schema.Origins()}, {"trust", schema.TrustLevels()},
		{"validation", schema.Validations()}, {"role", schema.Roles()},
		{"type", []string{"decision", "document", "meeting.note", "incident", "code.change", "ticket", "message", "config",
			"dataset", "external.page", "policy", "prompt", "script", "report"}},
	} {
		for _, word := range w.words {
			want = append(want, w.name+" "+word)
		}
	}
	for _, w := range want {
		if !seen[w] {
			t.Errorf("nothing live has %s", w)
		}
	}
}

// The states that the story is about, and how each comes about.
func TestStates(t *testing.T) {
	d := decode(t)
	now, spring := d.states(sample.Now), d.states(time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC))
	for _, c := range []struct {
		id   string
		want schema.State
		why  string
	}{
		{"document/datum-guide", schema.StateCurrent, "a source in state unknown does not spread"},
		{"document/datum-summary", schema.StateStale, "pinned to a revision that is not the newest"},
		{"document/newcomer-handout", schema.StateStale, "its source is stale"},
		{"document/merkblatt", schema.StateStale, "the source of its source is stale"},
		{"document/alarm-training", schema.StateStale, "not pinned, and the source is newer"},
		{"document/procurement-brief", schema.StateInvalid, "its source is withdrawn"},
		{"document/survey-grauwik", schema.StateUnknown, "a source was never loaded"},
		{"document/api-guide", schema.StateCurrent, "a cycle of two, up to date"},
		{"document/api-faq", schema.StateCurrent, "a cycle of two, up to date"},
		{"proposal/radio-mesh", schema.StateStale, "declared"},
		{"decision/water-temperature", schema.StateInvalid, "declared"},
		{"brief/2026-10-24", schema.StateCurrent, "made from a context"},
	} {
		if now[c.id] != c.want {
			t.Errorf("%s is %s, wanted %s: %s", c.id, now[c.id], c.want, c.why)
		}
		if was, live := spring[c.id]; live && was != schema.StateCurrent {
			t.Errorf("%s was %s in spring, wanted current", c.id, was)
		}
	}
	dead := slices.DeleteFunc(slices.Collect(maps.Keys(d.objects)), func(id string) bool { _, live := now[id]; return live })
	slices.Sort(dead)
	if want := []string{"document/vendor-comparison", "ticket/60"}; !slices.Equal(dead, want) {
		t.Errorf("tombstones now: %v, wanted %v", dead, want)
	}
	revived := d.revisions["message/deleted-draft"]
	if len(revived) != 3 || !revived[1].Tombstone || revived[2].Tombstone {
		t.Error("message/deleted-draft is not deleted and revived")
	}
}

func TestQueries(t *testing.T) {
	if len(sample.Queries) != 3 {
		t.Fatalf("%d queries, wanted 3", len(sample.Queries))
	}
	for _, q := range sample.Queries {
		parsed, err := sqlq.ParseContext(q.Text)
		if err != nil {
			t.Errorf("%s: %v", q.Title, err)
			continue
		}
		if text := parsed.Canonical(); !strings.Contains(text, `USING PROJECT "`+sample.Project+`"`) || !strings.Contains(text, "BUDGET") {
			t.Errorf("%s: %s has no project or no budget", q.Title, text)
		}
		if q.Title == "" || !strings.HasSuffix(q.Story, ".") {
			t.Errorf("%q: title or story is missing", q.Title)
		}
	}
}
