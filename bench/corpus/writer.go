package corpus

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"
)

// writer makes the records of one object or entity. Words need no escapes in
// JSON, so it writes text as it is.
type writer struct {
	*rand.Rand
	corpus *Corpus
	buf    []byte
}

func (w *writer) put(parts ...string) {
	for _, p := range parts {
		w.buf = append(w.buf, p...)
	}
}

// in is true in that many of a thousand cases.
func (w *writer) in(thousandths int) bool { return w.IntN(1000) < thousandths }

// pick chooses one of the words, the earlier ones more often.
func (w *writer) pick(words ...string) string {
	return words[min(w.IntN(len(words)), w.IntN(len(words)))]
}

func objectID(i int) string { return fmt.Sprintf("doc:%07d", i) }
func entityID(i int) string { return fmt.Sprintf("ent:%06d", i) }

func stamp(t time.Time) string { return t.Format(time.RFC3339) }

func (w *writer) entity(i int) {
	w.put(`{"kind":"entity","id":"`, entityID(i), `","type":"`, w.pick("person", "system", "team", "place"), `","name":"`,
		w.corpus.words.draw(w.Rand), ` `, w.corpus.words.draw(w.Rand), "\"}\n")
}

func (w *writer) object(i int) {
	w.put(`{"kind":"object","id":"`, objectID(i), `","type":"`, w.pick("document", "message", "decision", "code"),
		`","project":"`, project(i), "\"}\n")
	n, deleted := w.corpus.revisions(i)
	at := w.corpus.created(i)
	for rev := 1; rev <= n; rev++ {
		w.revision(i, rev, at, deleted && rev == n)
		at = at.Add(time.Duration(1+w.Int64N(int64(gap))) / 1e9 * 1e9).Add(time.Second)
	}
	if i > 0 && w.in(150) {
		for range 1 + w.IntN(2) {
			w.derivation(i, 1+w.IntN(n))
		}
	}
	w.edges(i)
}

func (w *writer) revision(i, rev int, at time.Time, deleted bool) {
	w.put(`{"kind":"revision","object":"`, objectID(i), `","rev":`, strconv.Itoa(rev), `,"created_at":"`, stamp(at), `"`)
	if deleted {
		w.put(`,"tombstone":true}`, "\n")
		return
	}
	w.put(`,"title":"`)
	w.text(titleWords(w.Rand))
	w.put(`"`)
	w.metadata()
	w.put(`,"properties":{"n":`, strconv.Itoa(w.IntN(1000)), `},"representations":[`)
	for k, f := range forms(w.Rand) {
		if k > 0 {
			w.put(`,`)
		}
		w.form(f)
	}
	w.put("]}\n")
}

// metadata writes trust, origin, validation, roles and the declared state.
func (w *writer) metadata() {
	origin, trust, role := w.pick("human", "model", "system", "import", "unknown"), "", ""
	switch p := w.IntN(1000); {
	case p < 80:
		origin, trust = "external", "untrusted"
	case p < 300:
		trust = "unknown"
	case p < 550:
		trust = "inferred"
	case p < 850:
		trust = "verified"
	default:
		trust = "authoritative"
	}
	switch p := w.IntN(1000); {
	case trust == "untrusted" && p < 500:
		role = `"untrusted_external"`
		if p < 60 {
			role = `"instruction","untrusted_external"`
		}
	case p < 10:
		role = `"secret"`
	case p < 160:
		role = `"data"`
	case p < 200:
		role = `"instruction"`
	case p < 240:
		role = `"policy"`
	case p < 260:
		role = `"prompt"`
	case p < 270:
		role = `"executable"`
	}
	w.put(`,"origin":"`, origin, `","trust":"`, trust, `","validation":"`, w.pick("none", "automated", "human"), `","roles":[`, role, `]`)
	switch p := w.IntN(1000); {
	case p < 30:
		w.put(`,"state":"stale"`)
	case p < 40:
		w.put(`,"state":"invalid"`)
	case p < 60:
		w.put(`,"state":"unknown"`)
	}
}

// form is a representation to be written.
type form struct {
	name  string
	words int
}

// forms chooses the representations of a revision and their lengths.
func forms(r *rand.Rand) []form {
	out := []form{{"body", 60 + min(r.IntN(341), r.IntN(341))}}
	if r.IntN(10) < 8 {
		out = append(out, form{"summary", 30 + r.IntN(31)})
	}
	if r.IntN(10) < 4 {
		out = append(out, form{"notes", 30 + min(r.IntN(171), r.IntN(171))})
	}
	return out
}

func titleWords(r *rand.Rand) int { return 3 + r.IntN(6) }

func (w *writer) form(f form) {
	w.put(`{"name":"`, f.name, `"`)
	switch p := w.IntN(1000); {
	case f.name == "notes" && p < 10:
		w.put(`,"media_type":"text/plain","roles":["secret"],"content":"`)
		w.text(f.words)
	case f.name == "body" && p < 10: // a scan that is held elsewhere
		w.put(`,"media_type":"image/png","content_ref":"file:///scans/`, strconv.Itoa(w.IntN(1e9)), `.png","content_hash":"sha256:`)
		for range 4 {
			w.put(fmt.Sprintf("%016x", w.Uint64()))
		}
	case p < 40:
		w.put(`,"media_type":"application/json","content":"{\"text\":\"`)
		w.text(f.words)
		w.put(`\"}`)
	default:
		w.put(`,"media_type":"text/markdown","content":"`)
		w.text(f.words)
	}
	w.put(`"}`)
}

// text writes words in sentences of about ten.
func (w *writer) text(words int) {
	for i := range words {
		switch {
		case i == 0:
		case w.IntN(10) == 0:
			w.put(". ")
		default:
			w.put(" ")
		}
		w.put(w.corpus.words.draw(w.Rand))
	}
}

func (w *writer) derivation(i, rev int) {
	source := w.earlier(i)
	w.put(`{"kind":"derivation","object":"`, objectID(i), `","rev":`, strconv.Itoa(rev), `,"relation":"`,
		w.pick("summarizes", "quotes", "derived_from"), `","source":"object://`)
	if w.in(20) {
		w.put("gone:", strconv.Itoa(source), "\"}\n") // never loaded
		return
	}
	w.put(objectID(source), `"`)
	if w.in(700) {
		n, _ := w.corpus.revisions(source)
		w.put(`,"source_rev":`, strconv.Itoa(1+w.IntN(n)))
	}
	w.put("}\n")
}

// earlier chooses an object before i: near in most cases, one of ten hubs in some.
func (w *writer) earlier(i int) int {
	switch p := w.IntN(1000); {
	case p < 20:
		return w.IntN(min(i, 10))
	case p < 600:
		return max(0, i-1-w.IntN(200))
	}
	return w.IntN(i)
}

func (w *writer) edges(i int) {
	from := "object://" + objectID(i)
	if i%20 == 7 { // the hub
		w.edge(from, "part_of", "entity://"+entityID(0))
	}
	if w.in(800) {
		for range 1 + w.IntN(3) {
			e := min(w.IntN(w.corpus.entities), w.IntN(w.corpus.entities), w.IntN(w.corpus.entities))
			w.edge(from, w.pick("mentions", "written_by", "owned_by"), "entity://"+entityID(e))
		}
	}
	if i > 0 && w.in(600) {
		for range 1 + w.IntN(2) {
			w.edge(from, w.pick("relates_to", "replies_to", "blocks"), "object://"+objectID(w.earlier(i)))
		}
	}
}

func (w *writer) edge(from, relationship, to string) {
	w.put(`{"kind":"edge","from":"`, from, `","relationship":"`, relationship, `","to":"`, to, `"`)
	at := Begin.Add(time.Duration(w.Int64N(int64(span)))).Truncate(time.Second)
	if w.in(300) {
		w.put(`,"observed_at":"`, stamp(at), `"`)
	}
	if w.in(50) {
		w.put(`,"ended_at":"`, stamp(at.Add(time.Duration(1+w.IntN(400))*24*time.Hour)), `"`)
	}
	w.put("}\n")
	if w.in(30) { // parallel
		w.put(`{"kind":"edge","from":"`, from, `","relationship":"`, relationship, `_again","to":"`, to, "\"}\n")
	}
}
