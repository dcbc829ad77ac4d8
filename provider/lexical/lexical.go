package lexical

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// Name is the scorer that bundles carry.
const Name = "lexical-v1"

// Lexical is the reference provider, lexical-v1, on the plain postings index.
type Lexical struct{}

var _ provider.Provider = Lexical{}

// Name returns lexical-v1.
func (Lexical) Name() string { return Name }

// fewHits is how many lookups cost about as much as one pass over a project of
// ten thousand objects.
const fewHits = 500

// wordTerms is how many terms of three bits a bigint holds.
const wordTerms = 21

// Relevance scores by presence: the weights of the heaviest field of each term,
// summed, over three times the number of terms, in millionths (QR5).
func (Lexical) Relevance(_ context.Context, req provider.Request) (provider.Relevance, error) {
	terms := Terms(req.Task)
	if len(terms) == 0 {
		return provider.Relevance{Nothing: true}, nil
	}
	keys := make([]string, len(terms))
	for i, t := range terms {
		keys[i] = Key(t)
	}
	params := []sqlfrag.Param{{Name: "terms", Type: "text[]", Value: keys}}
	allowed := ""
	if req.Allowed != math.MaxUint64 {
		allowed = "\n    and (@allowed >> p.role_class) & 1 = 1"
		params = append(params, sqlfrag.Param{Name: "allowed", Type: "bigint", Value: int64(req.Allowed)})
	}
	form := fewTerms
	if len(terms) > wordTerms {
		form = manyTerms
	}
	hits, key := eligibleHitSQL, "object"
	if req.Eligible != nil {
		hits, key = markedHitSQL, "revision"
		params = append(params, req.Eligible.Params()...)
	}
	form = strings.NewReplacer("{eligible_hit}", hits, "{key}", key).Replace(form)
	text := strings.NewReplacer(
		"{allowed}", allowed, "{few}", strconv.Itoa(fewHits),
		"{max}", strconv.Itoa(schema.MaxScore), "{full}", strconv.Itoa(3*len(terms)),
	).Replace(form)
	return provider.Relevance{
		CTEs:       sqlfrag.New(text, params...),
		ByRevision: req.Eligible != nil,
		Terms:      func(matched string) ([]string, error) { return matchedTerms(terms, matched) },
	}, nil
}

// The server cannot know how many hits the blocks hold before it has read them,
// so the statement has both ways to find out which are eligible, and takes one.
const eligibleHitSQL = `hits as materialized (
  select coalesce(sum(cardinality(b.revisions)), 0) as n from block b
),

-- few hits are looked up one by one, many in one pass over what is eligible
eligible_hit as (
  select e.object, h.hit
  from hit h
  cross join lateral (select e.object from eligible e where e.revision = h.revision limit 1) e
  where (select n from hits) <= {few}
  union all
  select e.object, h.hit
  from hit h
  join (select e.object, e.revision from eligible e offset 0) e on e.revision = h.revision
  where (select n from hits) > {few}
)`

// Where the statement binds the set of eligible revisions, neither a look-up nor
// a join is needed: an object has one eligible revision at most.
const markedHitSQL = `eligible_hit as (
  select h.revision, h.hit
  from hit h
  where get_bit(@eligible, least(h.revision, @beyond)) <> 0 -- planned better than = 1
)`

// A hit is a word with a group of three bits a term, as many set as its field
// weighs. The or of all hits of an object has the heaviest field of each term,
// the number of set bits is the sum of the weights, and the word itself says
// which terms matched.
const fewTerms = `-- relevance (lexical-v1): three bits a term, as many set as the field weighs
block as materialized (
  select p.revisions, ((1::bigint << p.weight) - 1) << (3 * (array_position(@terms, p.term) - 1)) as hit
  from sqlq.posting p
  where p.term = any(@terms){allowed}
),

hit as not materialized (
  select unnest(b.revisions) as revision, b.hit
  from block b
),

{eligible_hit},

relevance as materialized (
  select h.{key}, (bit_count(bit_or(h.hit)::bit(64)) * {max} / {full})::int as score, bit_or(h.hit) as matched
  from eligible_hit h
  group by h.{key}
)`

// More terms than a word has groups: a hit is four times the place of its term
// plus its weight, and the heaviest field of each term is picked first.
const manyTerms = `-- relevance (lexical-v1): the heaviest field of each term, summed
block as materialized (
  select p.revisions, 4 * t.place + p.weight as hit
  from unnest(@terms) with ordinality t (term, place)
  join sqlq.posting p on p.term = t.term collate "C"{allowed}
),

hit as not materialized (
  select unnest(b.revisions) as revision, b.hit
  from block b
),

{eligible_hit},

relevance as materialized (
  select h.{key}, (sum((h.hit & 3)::int) * {max} / {full})::int as score, array_agg(h.hit >> 2 order by h.hit) as matched
  from (
    select h.{key}, max(h.hit) as hit
    from eligible_hit h
    group by h.{key}, h.hit >> 2
  ) h
  group by h.{key}
)`

// matchedTerms reads which terms matched: a word for up to 21 terms, else the
// places of the terms, from 1, as an array.
func matchedTerms(terms []string, matched string) ([]string, error) {
	var out []string
	if len(terms) <= wordTerms {
		word, err := strconv.ParseUint(matched, 10, 63)
		if err != nil || word>>(3*len(terms)) != 0 {
			return nil, fmt.Errorf("matched is %q, which is no word of %d terms", matched, len(terms))
		}
		for i, t := range terms {
			if word>>(3*i)&7 != 0 {
				out = append(out, t)
			}
		}
		return out, nil
	}
	for place := range strings.SplitSeq(strings.Trim(matched, "{}"), ",") {
		i, err := strconv.Atoi(place)
		if err != nil || i < 1 || i > len(terms) {
			return nil, fmt.Errorf("matched names term %q of %d", place, len(terms))
		}
		out = append(out, terms[i-1])
	}
	return out, nil
}
