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

	// Eligible is nil, or tells which revisions are eligible, for a provider that
	// has a use for it.
	Eligible *Revisions
}

// Revisions is a set of revisions as a statement can bind it.
type Revisions struct {
	// Bits has bit n of byte m set for revision 8 * m + n. The last bit is never
	// set, so that it can stand for every revision beyond.
	Bits []byte
}

// Params are the values @eligible, the bits, and @beyond, the number of the last
// of them: get_bit(@eligible, least(revision, @beyond)) tells whether a revision
// is in the set.
func (r Revisions) Params() []sqlfrag.Param {
	return []sqlfrag.Param{
		{Name: "eligible", Type: "bytea", Value: r.Bits},
		{Name: "beyond", Type: "int", Value: 8*len(r.Bits) - 1},
	}
}

// Relevance is the scoring of one task.
type Relevance struct {
	// CTEs reads the relation eligible(object, revision), one row an eligible
	// object, and ends in a common table expression named relevance with the
	// columns object int, score int (1 to schema.MaxScore; objects without
	// relevance are left out) and matched, of any type. It is text between
	// "with" and the next CTE, without a trailing comma.
	CTEs sqlfrag.Fragment

	// ByRevision is set when relevance has the column revision in place of
	// object, as it may where Request.Eligible is given. The revisions are
	// eligible ones, each at most once.
	ByRevision bool

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
