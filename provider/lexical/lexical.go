package lexical

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/provider"
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
	ranking := append(params[:1:1], sqlfrag.Param{Name: "objects", Type: "int", Value: req.Objects})
	if req.Allowed != math.MaxUint64 {
		ranking = append(ranking, sqlfrag.Param{Name: "allowed", Type: "bigint", Value: int64(req.Allowed)})
	}
	f, scored := formOf(len(terms)), newScoring(req, len(terms))
	return provider.Relevance{
		CTEs:  sqlfrag.New(scored.relevance(f), ranking...),
		Own:   sqlfrag.New(scored.own(f), params...),
		Terms: func(matched string) ([]string, error) { return matchedTerms(terms, matched) },
	}, nil
}

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
