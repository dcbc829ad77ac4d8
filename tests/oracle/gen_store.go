package oracle

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Store makes the records of a store, in mixed order.
func (r *Random) Store() Records {
	var out Records
	for _, id := range r.ids {
		line := map[string]any{"kind": "object", "id": id, "type": pick(r, "document", "message", "work.item")}
		if project := pick(r, append(r.projects, "-")...); project != "-" {
			line["project"] = project
		}
		out = append(out, line)
		out = append(out, r.history(id)...)
	}
	for _, id := range r.ids {
		out = append(out, r.derivations(id)...)
	}
	for _, id := range r.entities {
		if !r.is("missing") || r.half() {
			out = append(out, map[string]any{"kind": "entity", "id": id, "type": pick(r, "person", "system"), "name": id})
		}
	}
	out = append(out, r.edges()...)
	r.Mix(out)
	return out
}

// Pad adds so many records that they fill more than a batch of the loader, and so
// many objects that the index answers in more than one way.
func (r *Random) Pad(records Records) Records {
	for n := range 5000 {
		records = append(records, map[string]any{"kind": "entity", "id": fmt.Sprintf("padding%d", n), "type": "none"})
	}
	words := strings.Join(r.words, " ")
	for n := range 300 + r.IntN(1000) {
		id := fmt.Sprintf("padding%d", n)
		body := map[string]any{"name": "body", "media_type": "text/plain", "content": words}
		records = append(records, map[string]any{"kind": "object", "id": id, "type": "none"},
			map[string]any{
				"kind": "revision", "object": id, "rev": 1, "created_at": r.stamp(r.moment()),
				"title": r.text(3), "representations": []map[string]any{body},
			})
	}
	r.Mix(records)
	return records
}

// history makes the revisions of an object. Numbers leave gaps, and their order
// in time may be another one.
func (r *Random) history(id string) Records {
	n := pick(r, 0, 1, 1, 1, 1, 2, 2, 2, 3, 5)
	var times []time.Time
	for range n {
		times = append(times, r.moment())
	}
	if !r.is("disorder") {
		slices.SortFunc(times, time.Time.Compare)
	}
	var out Records
	rev := 0
	for _, t := range times {
		rev += pick(r, 1, 1, 1, 2, 9)
		r.revisions[id] = append(r.revisions[id], rev)
		out = append(out, r.revision(id, rev, t))
	}
	return out
}

func (r *Random) revision(id string, rev int, t time.Time) map[string]any {
	line := map[string]any{"kind": "revision", "object": id, "rev": rev, "created_at": r.stamp(t)}
	optional := func(field string, words ...string) {
		if word := pick(r, append(words, "-")...); word != "-" {
			line[field] = word
		}
	}
	optional("title", r.text(3), r.text(8), "")
	optional("origin", "human", "model", "external", "system", "import", "unknown")
	optional("trust", trustOrder...)
	optional("validation", "none", "automated", "human")
	if r.is("state") {
		optional("state", states...)
	}
	if r.is("tombstone") {
		line["tombstone"] = true
	}
	if roles := r.roles(); len(roles) > 0 {
		line["roles"] = roles
	}
	var forms []map[string]any
	for _, name := range r.some(r.forms, pick(r, 0, 1, 1, 1, 2, 2, 3, 4)) {
		forms = append(forms, r.form(name))
	}
	if forms != nil || r.half() {
		line["representations"] = append([]map[string]any{}, forms...)
	}
	return line
}

// roles draws few, many or none; secret by its own odds.
func (r *Random) roles() []string {
	out := []string{}
	if r.is("role") && r.IntN(6) == 0 { // the highest of the role classes
		out = append(out, "data", "instruction", "prompt", "policy", "executable", "untrusted_external")
	}
	for _, role := range roleOrder {
		if role == "secret" && r.is("secret") || role != "secret" && r.is("role") && r.half() {
			out = append(out, role)
		}
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (r *Random) form(name string) map[string]any {
	line := map[string]any{"name": name, "media_type": pick(r, mediaTypes...), "roles": r.roles()}
	if r.is("odd") {
		line["media_type"] = pick(r, oddMedia...)
	}
	content := r.text(pick(r, 0, 3, 10, 60))
	if strings.Contains(strings.ToLower(fmt.Sprint(line["media_type"])), "json") && r.half() {
		content = fmt.Sprintf(`{"note":%q,"n":[42]}`, content)
	}
	if r.is("odd") {
		line["content_ref"] = "s3://bucket/" + name
		line["content_hash"] = "sha256:" + strings.Repeat(pick(r, "0", "a", "9f")[:1], 64)
	} else {
		line["content"] = content
	}
	if r.IntN(3) == 0 {
		line["tokens"] = pick(r, 0, 1, 1, 2, 3, 5, 8, 13, 100, 1000, math.MaxInt32)
	}
	if r.IntN(4) == 0 {
		line["estimator"] = pick(r, "cl100k-v1", "o200k-v1", "chars-div-4-v1", "declared", "é", "")
	}
	return line
}
