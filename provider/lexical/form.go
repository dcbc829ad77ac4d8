package lexical

import (
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/schema"
)

// fewHits is how many lookups cost about as much as one pass over a project of
// ten thousand objects.
const fewHits = 500

// form is how the hits of an object make its score and what it matched, which
// depends on the number of terms.
type form struct {
	terms int

	hit    string // what a posting p says of its term, as one number
	sum    string // relation {hits} of hits h by {keys}, put together
	digit  string // what a plane p says of its term
	digits string // the same of digits h
	none   string // matched of what has not been asked for it
}

// formOf is the form for a number of terms.
//
// Up to 21 terms, a hit is a word with a group of three bits a term, as many set
// as its field weighs. The or of all hits of an object has the heaviest field of
// each term, the number of set bits is the sum of the weights, and the word
// itself says which terms matched.
//
// More terms than a word has groups: a hit is four times the place of its term
// plus its weight, and the heaviest field of each term is picked first.
func formOf(terms int) form {
	if terms <= wordTerms {
		const sum = `select {keys}, (bit_count(bit_or(h.hit)::bit(64)) * {max} / {full})::int as score, bit_or(h.hit) as matched
  from {hits} h
  group by {keys}`
		return form{
			terms: terms,
			hit:   "((1::bigint << p.weight) - 1) << (3 * (array_position(@terms, p.term) - 1))",
			digit: "(case p.place when 0 then 1 else 6 end)::bigint << (3 * (array_position(@terms, p.term) - 1))",
			sum:   sum, digits: sum, none: "null::bigint",
		}
	}
	return form{
		terms: terms,
		hit:   "4 * array_position(@terms, p.term) + p.weight",
		digit: "4 * array_position(@terms, p.term) + 1 + p.place",
		sum: `select {keys}, (sum((h.hit & 3)::int) * {max} / {full})::int as score, array_agg(h.hit >> 2 order by h.hit) as matched
  from (
    select {keys}, max(h.hit) as hit
    from {hits} h
    group by {keys}, h.hit >> 2
  ) h
  group by {keys}`,
		digits: `select {keys}, (sum((h.hit & 3)::int) * {max} / {full})::int as score, array_agg(distinct h.hit >> 2 order by h.hit >> 2) as matched
  from {hits} h
  group by {keys}`,
		none: "null::int[]",
	}
}

func (f form) write(text string, more ...string) string {
	by := func(sum, hits string, keys ...string) string {
		return strings.NewReplacer("{hits}", hits, "{keys}", "h."+strings.Join(keys, ", h.")).Replace(sum)
	}
	text = strings.NewReplacer(append(more,
		"{plain sum}", by(f.sum, "eligible_hit", "object", "boosts"), "{mixed sum}", by(f.sum, "mixed_hit", "revision"),
		"{ranked sum}", by(f.sum, "ranked_hit", "object"), "{digit sum}", by(f.digits, "ranked_digit", "object"),
	)...).Replace(text)
	return strings.NewReplacer("{hit}", f.hit, "{digit}", f.digit, "{none}", f.none, "{few}", strconv.Itoa(fewHits),
		"{max}", strconv.Itoa(schema.MaxScore), "{full}", strconv.Itoa(3*f.terms)).Replace(text)
}
