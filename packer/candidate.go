package packer

import (
	"cmp"

	"github.com/sqlq-dev/sqlq/schema"
)

// Estimators that need no stored name (QP5).
const (
	// EstimatorChars counts a token for every four characters begun.
	EstimatorChars = "chars-div-4-v1"
	// EstimatorDeclared names a stored estimate that came without a name.
	EstimatorDeclared = "declared"
)

// EstimateTokens is the estimate of EstimatorChars for a text of so many code
// points; an empty text has 0 tokens (QP4).
func EstimateTokens(chars int) int { return (chars + 3) / 4 }

// Form is one representation of a candidate that may be packed. Secret,
// role-excluded and non-text representations never become a Form (QS8, QS9).
type Form struct {
	Name        string         // unique within the object
	MediaType   string         // as stored, parameters included
	Tokens      int            // stored estimate, else EstimateTokens; 0 or more (QP5)
	Estimator   string         // what counted the tokens (QP5)
	Roles       schema.RoleSet // effective roles (M7)
	ContentHash string         // as schema.ContentHash prints it (QB3)
	ContentRef  *string        // where the text is, when it is held by reference; else nil (QS10)
}

// Candidate is one eligible object with its relevance. A list of candidates
// holds an object once.
type Candidate struct {
	Object string // bare id
	Rev    int    // selected revision, 1 or more (M4)

	Score int          // rank score, boosts applied (QR10)
	Hops  int          // 0 when the own relevance won (QR9)
	State schema.State // dependency state (M6)

	Origin     schema.Origin
	Trust      schema.Trust
	Validation schema.Validation

	Own        int      // own relevance before boosts, 0 to schema.MaxScore; 0: none
	Propagated int      // relevance that reached the object when that set the relevance, else 0 (QR9)
	Terms      []string // matched terms in task order; nil unless the scorer matches terms
	Via        []string // relations in path order, one a hop (QB6)
	Path       []string // addresses from the seed to the object, its own last: hops + 1 of them (QB7)
	Boosts     []string // satisfied PREFER terms in canonical order, as the canonical query prints them (QR10)

	Forms []Form // in any order; at least one
}

// Address prints object://id@rev of the candidate.
func (c *Candidate) Address() string { return schema.ObjectAddress(c.Object, c.Rev) }

// Compare orders candidates by rank: score descending, state from current to
// invalid, fewer hops, id by byte (QR11). It is negative when a ranks before b
// and zero only for the same object.
func Compare(a, b Candidate) int { return compare(&a, &b) }

func compare(a, b *Candidate) int {
	return cmp.Or(
		cmp.Compare(b.Score, a.Score),
		cmp.Compare(a.State, b.State),
		cmp.Compare(a.Hops, b.Hops),
		cmp.Compare(a.Object, b.Object),
	)
}
