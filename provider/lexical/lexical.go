package lexical

import (
	"context"
	"fmt"
	"math"

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
	text := fmt.Sprintf(relevanceSQL, bits.group, allowed, bits.count, schema.MaxScore, 3*len(terms), bits.text)
	return provider.Relevance{
		CTEs:  sqlfrag.New(text, params...),
		Terms: func(matched string) ([]string, error) { return matchedTerms(terms, matched) },
	}, nil
}

// bits is how the groups of a task's terms are held: up to 21 terms in a
// bigint, which is fast, more in a bit string.
type bits struct{ group, count, text string }

func bitsFor(terms int) bits {
	if terms <= wordTerms {
		return bits{
			group: "(1::bigint << p.weight) - 1 << 3 * (array_position(@terms, p.term) - 1)",
			count: "bit_count(bit_or(h.groups)::bit(64))",
			text:  fmt.Sprintf("bit_or(h.groups)::bit(%d)::text", 3*terms),
		}
	}
	n := 3 * terms
	return bits{
		group: fmt.Sprintf("((1 << p.weight) - 1)::bit(3)::bit(%d) >> 3 * (%d - array_position(@terms, p.term))", n, terms),
		count: "bit_count(bit_or(h.groups))",
		text:  "bit_or(h.groups)::text",
	}
}

// A hit is a group of three bits a term, as many set as its weight. The or of
// all hits of an object has the heaviest field of each term, the number of set
// bits is the sum of the weights, and the word itself says which terms matched.
const relevanceSQL = `-- relevance (lexical-v1): three bits a term, as many set as the field weighs
hit as (
  select unnest(p.revisions) as revision, %s as groups
  from sqlq.posting p
  where p.term = any(@terms)%s
),

relevance as materialized (
  select e.object, (%s * %d / %d)::int as score, %s as matched
  from hit h
  join eligible e on e.revision = h.revision
  group by e.object
)`

// matchedTerms reads the bit string, whose last group belongs to the first term.
func matchedTerms(terms []string, matched string) ([]string, error) {
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
