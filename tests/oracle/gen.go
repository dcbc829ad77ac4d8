package oracle

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// Random makes stores and queries. The same seed makes the same ones.
type Random struct {
	*rand.Rand
	words, ids, entities, relations, projects, forms []string
	revisions                                        map[string][]int // numbers by object
	often                                            map[string]float64
}

// Records are the lines of a store.
type Records []map[string]any

// NewRandom starts a generator. Each one draws its own odds, so that some stores
// are all tombstones, some all edges, some have no secrets at all.
func NewRandom(seed uint64) *Random {
	r := &Random{Rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), revisions: map[string][]int{}}
	r.often = map[string]float64{}
	for _, what := range []string{"role", "pin", "self", "missing", "timed", "state", "disorder", "long"} {
		r.often[what] = r.Float64() * r.Float64()
	}
	for _, what := range []string{"secret", "odd", "tombstone"} { // these leave little
		r.often[what] = 0.6 * r.Float64() * r.Float64() * r.Float64()
	}
	r.often["mute"] = r.Float64() // texts of one word, so that relevance has to travel
	r.words = r.some(allWords, 2+r.IntN(24))
	r.ids = r.some(allIDs, 1+r.IntN(1+r.IntN(len(allIDs))))
	r.entities = r.some(allIDs, r.IntN(8))
	r.relations = r.some(allRelations, 1+r.IntN(4))
	r.projects = r.some(allProjects, 1+r.IntN(4))
	r.forms = r.some(allForms, 1+r.IntN(6))
	return r
}

// some draws n different values, or all of them.
func (r *Random) some(from []string, n int) []string {
	out := slices.Clone(from)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(n, len(out))]
}

// is throws the coin of a kind.
func (r *Random) is(what string) bool { return r.Float64() < r.often[what] }

// half throws a fair coin.
func (r *Random) half() bool { return r.IntN(2) == 0 }

func pick[T any](r *Random, from ...T) T { return from[r.IntN(len(from))] }

// epoch is where the time of all stores begins. Moments are whole hours after
// it, a few of them, some a microsecond off, so that many fall together.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

const moments = 14

// The first and the last time that a store can hold.
var (
	firstTime = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	lastTime  = time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC)
)

func (r *Random) moment() time.Time {
	if r.IntN(80) == 0 {
		return pick(r, firstTime, lastTime)
	}
	t := epoch.Add(time.Duration(r.IntN(moments)) * pick(r, time.Hour, 24*time.Hour))
	return t.Add(time.Duration(pick(r, 0, 0, 0, 0, 1, -1)) * time.Microsecond)
}

// stamp writes a time in one of the ways that mean the same.
func (r *Random) stamp(t time.Time) string {
	if t.Year() == firstTime.Year() || t.Year() == lastTime.Year() { // another zone may be in another year
		return t.Format(time.RFC3339Nano)
	}
	zone := pick(r, time.UTC, time.UTC, time.FixedZone("", 2*3600), time.FixedZone("", -(9*3600+1800)))
	return t.In(zone).Format(pick(r, time.RFC3339Nano, "2006-01-02T15:04:05.000000Z07:00"))
}

// text strings words together, some more than once.
func (r *Random) text(most int) string {
	var out strings.Builder
	if r.is("mute") {
		most = min(most, 1)
	}
	for range r.IntN(most + 1) {
		word := pick(r, r.words...)
		switch r.IntN(6) {
		case 0:
			word = strings.ToUpper(word)
		case 1:
			word = strings.ToTitle(word)
		}
		if r.is("long") && r.IntN(5) == 0 {
			word = pick(r, longWords...)
		}
		out.WriteString(word)
		out.WriteString(pick(r, separators...))
	}
	return out.String()
}

// NDJSON prints the records, a line each.
func (rs Records) NDJSON() string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	for _, line := range rs {
		if err := encoder.Encode(line); err != nil {
			panic(err) // maps of strings and numbers always encode
		}
	}
	return out.String()
}

// Loads deals the records out to several loads, so that each load stands on what
// came before it: an object no later than its revisions, these no later than
// their derivations.
func (r *Random) Loads(rs Records) []Records {
	loads := make([]Records, 1+r.IntN(5))
	objects, revisions := map[any]int{}, map[[2]any]int{}
	deal := func(kind string, least func(map[string]any) int, then func(map[string]any, int)) {
		for _, line := range rs {
			if line["kind"] == kind {
				from := least(line)
				n := from + r.IntN(len(loads)-from)
				loads[n] = append(loads[n], line)
				then(line, n)
			}
		}
	}
	nowhere := func(map[string]any, int) {}
	first := func(map[string]any) int { return 0 }
	deal("object", first, func(l map[string]any, n int) { objects[l["id"]] = n })
	deal("revision", func(l map[string]any) int { return objects[l["object"]] },
		func(l map[string]any, n int) { revisions[[2]any{l["object"], l["rev"]}] = n })
	deal("derivation", func(l map[string]any) int { return revisions[[2]any{l["object"], l["rev"]}] }, nowhere)
	deal("edge", first, nowhere)
	deal("entity", first, nowhere)
	for _, load := range loads {
		r.Mix(load)
	}
	return append(loads, pick(r, loads...)) // one of them again, which changes nothing
}

// Mix puts records in another order.
func (r *Random) Mix(rs Records) { r.Shuffle(len(rs), func(i, j int) { rs[i], rs[j] = rs[j], rs[i] }) }
