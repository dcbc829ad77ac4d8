// Package provider defines what a relevance source is: something that turns a
// task into a piece of SQL which gives each eligible object an integer score.
// Everything else, boosts, rank, expansion and packing, stays the engine's (QR14).
package provider

import (
	"context"
	"fmt"
	"regexp"

	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// Provider scores objects for a task. Its answer must depend on the task and on
// the revisions alone: same task, same revisions, same scores.
type Provider interface {
	// Name is recorded as the bundle's scorer and enters its address. It
	// matches [a-z0-9][a-z0-9._-]* (QR14).
	Name() string

	// Relevance prepares the scoring of one task.
	Relevance(ctx context.Context, req Request) (Relevance, error)
}

// Request is what a provider may know of a query.
type Request struct {
	Task string

	// Allowed has bit c set when content of role class c may be read (QS8).
	// All bits are set when the query has no EXCLUDE ROLE.
	Allowed uint64

	// What the engine makes of the answer, for providers that can tell early
	// what cannot count: it keeps Objects objects and looks at one more, Boosts
	// PREFER terms can each lift a score by a quarter, rounded down, and
	// relevance spreads over up to Depth hops and is halved by each.
	Objects, Boosts, Depth int
}

// Relevance is the scoring of one task.
type Relevance struct {
	// CTEs reads the relation eligible(object, revision, boosts), one row an eligible
	// object, and ends in a common table expression named relevance with the
	// columns object int, boosts int (as in eligible: how many PREFER terms the
	// object satisfies), score int (1 to schema.MaxScore; objects without
	// relevance are left out) and matched, of any type. It is text between
	// "with" and the next CTE, without a trailing comma.
	//
	// It may leave out objects that cannot count: that would not be among the
	// first Objects + 1 by themselves, and would not after one hop, with all
	// boosts. Besides eligible it may read seal(first, last) and
	// standing(segment, eligible, boost_1, …), see docs/index.md.
	CTEs sqlfrag.Fragment

	// Own names what the ranked objects have of their own: it reads the relation
	// ranked(object, revision, rank) and what CTEs defined, and ends in a common
	// table expression own(object, score, matched). A provider whose
	// relation relevance is complete leaves it empty.
	Own sqlfrag.Fragment

	// Nothing is set for a task that cannot score anything (QG14); CTEs is
	// empty then, and the bundle will be too.
	Nothing bool

	// Terms reads matched of one row, as text, into the terms for why[], in
	// task order. It is nil for a provider that matches no terms (QB6).
	Terms func(matched string) ([]string, error)
}

var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)

// CheckName refuses a provider name that a bundle could not carry (QR14).
func CheckName(name string) error {
	if !nameForm.MatchString(name) {
		return fmt.Errorf("provider name %q does not match %s", name, nameForm)
	}
	return nil
}
