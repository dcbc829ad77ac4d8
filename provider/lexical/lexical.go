package lexical

import (
	"context"
	"fmt"
	"math"
	"strconv"

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
const fewHits = 2000

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
	bits := bitsFor(len(terms))
	text := fmt.Sprintf(relevanceSQL, bits.group, allowed, fewHits, bits.count, schema.MaxScore, 3*len(terms))
	return provider.Relevance{
		CTEs:  sqlfrag.New(text, params...),
		Terms: func(matched string) ([]string, error) { return matchedTerms(terms, matched) },
	}, nil
}

// bits is how the groups of a task's terms are held: up to 21 terms in a
// bigint, which is fast, more in a bit string.
type bits struct{ group, count string }

func bitsFor(terms int) bits {
	if terms <= wordTerms {
		return bits{
			group: "((1::bigint << p.weight) - 1) << (3 * (array_position(@terms, p.term) - 1))",
			count: "bit_count(bit_or(h.groups)::bit(64))",
		}
	}
	return bits{
		group: fmt.Sprintf("((1 << p.weight) - 1)::bit(3)::bit(%d) >> (3 * (%d - array_position(@terms, p.term)))", 3*terms, terms),
		count: "bit_count(bit_or(h.groups))",
	}
}

// A hit is a group of three bits a term, as many set as its weight. The or of
// all hits of an object has the heaviest field of each term, the number of set
// bits is the sum of the weights, and the word itself says which terms matched.
//
// The server cannot know how many hits the blocks hold before it has read them,
// so the statement has both ways to find out which are eligible, and takes one.
const relevanceSQL = `-- relevance (lexical-v1): three bits a term, as many set as the field weighs
block as materialized (
  select p.revisions, %s as groups
  from sqlq.posting p
  where p.term = any(@terms)%s
),

hit as not materialized (
  select unnest(b.revisions) as revision, b.groups
  from block b
),

hits as materialized (
  select coalesce(sum(cardinality(b.revisions)), 0) as n from block b
),

-- few hits are looked up one by one, many in one pass over what is eligible
eligible_hit as (
  select e.object, h.groups
  from hit h
  cross join lateral (select e.object from eligible e where e.revision = h.revision limit 1) e
  where (select n from hits) <= %d
  union all
  select e.object, h.groups
  from hit h
  join (select e.object, e.revision from eligible e offset 0) e on e.revision = h.revision
  where (select n from hits) > %[3]d
),

relevance as materialized (
  select h.object, (%[4]s * %[5]d / %[6]d)::int as score, bit_or(h.groups) as matched
  from eligible_hit h
  group by h.object
)`

// matchedTerms reads the word: a number for up to 21 terms, else a bit string
// whose last group belongs to the first term.
func matchedTerms(terms []string, matched string) ([]string, error) {
	if len(terms) <= wordTerms {
		word, err := strconv.ParseInt(matched, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("matched: %w", err)
		}
		matched = fmt.Sprintf("%0*b", 3*len(terms), word)
	}
	if len(matched) != 3*len(terms) {
		return nil, fmt.Errorf("matched has %d bits, expected %d", len(matched), 3*len(terms))
	}
	var out []string
	for i, t := range terms {
		end := len(matched) - 3*i
		if matched[end-3:end] != "000" {
			out = append(out, t)
		}
	}
	return out, nil
}
