// Package segtest checks sealed segments against the plain index and against the
// relations that they are made from, reading the tables as they are documented.
package segtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// History gives loads of random revisions of a few thousand objects.
type History struct {
	*rand.Rand
	revs    map[int]int
	objects map[int]bool
}

// NewHistory starts one; the same seed gives the same loads.
func NewHistory(seed uint64) *History {
	return &History{Rand: rand.New(rand.NewPCG(seed, 7)), revs: map[int]int{}, objects: map[int]bool{}}
}

// Load is the records of a load with so many revisions.
func (h *History) Load(revisions int) string {
	var b strings.Builder
	start := time.Now().Add(-1000 * time.Hour)
	for range revisions {
		o := h.IntN(20_000)
		if !h.objects[o] {
			h.objects[o] = true
			fmt.Fprintf(&b, `{"kind":"object","id":"o%d","type":"t"%s}`+"\n", o, []string{"", `,"project":"a"`, `,"project":"b"`}[o%3])
		}
		h.revs[o]++
		created := start.Add(time.Duration(h.IntN(999)) * time.Hour)
		if h.IntN(500) == 0 { // in a moment, or later
			created = time.Now().Add([]time.Duration{300 * time.Millisecond, 300 * time.Hour}[h.IntN(2)])
		}
		fmt.Fprintf(&b, `{"kind":"revision","object":"o%d","rev":%d,"created_at":%q,"title":%q%s,"representations":[%s]}`+"\n",
			o, h.revs[o], created.UTC().Format(time.RFC3339Nano), h.text(2), h.rest(), h.forms())
		if h.IntN(20) == 0 {
			fmt.Fprintf(&b, `{"kind":"derivation","object":"o%d","rev":%d,"relation":"r","source":"object://o%d"}`+"\n", o, h.revs[o], h.IntN(20_000))
		}
	}
	return b.String()
}

func (h *History) rest() string {
	switch h.IntN(30) {
	case 0:
		return `,"tombstone":true`
	case 1:
		return `,"roles":["secret"]`
	case 2:
		return `,"roles":["prompt"]`
	case 3:
		return `,"trust":"verified","state":"stale"`
	}
	return ""
}

func (h *History) forms() string {
	var forms []string
	for i := range h.IntN(3) {
		role, media := "", "text/plain"
		switch h.IntN(12) {
		case 0:
			role = `"instruction"`
		case 1:
			role = `"untrusted_external"`
		case 2:
			role = `"secret"`
		case 3:
			media = "image/png"
		}
		forms = append(forms, fmt.Sprintf(`{"name":%q,"media_type":%q,"content":%q,"roles":[%s]}`,
			[]string{"summary", "body", "note"}[(i+h.IntN(2))%3], media, h.text(4), role))
	}
	if len(forms) == 2 && forms[0][:14] == forms[1][:14] {
		forms = forms[:1]
	}
	return strings.Join(forms, ",")
}

// text has words of which some are common and most are rare.
func (h *History) text(n int) string {
	words := make([]string, h.IntN(n+1))
	for i := range words {
		words[i] = fmt.Sprintf("w%d", int(1000*h.Float64()*h.Float64()*h.Float64()*h.Float64()))
	}
	return strings.Join(words, " ")
}
