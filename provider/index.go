package provider

import (
	"context"
	"io"
)

// Text is one readable text of a revision, as the loader hands it to an index.
type Text struct {
	Representation string // empty for the title
	RoleClass      int    // the effective roles (schema.RoleSet.Class); 0 for a title
	Content        string
}

// Segment is how many revisions are sealed together: those with the numbers
// n * Segment up to before (n + 1) * Segment.
const Segment = 1 << 14

// Index takes the texts of new revisions and writes what its provider reads at
// query time. Secret text never reaches it (QS8).
type Index interface {
	// Add takes the texts of one revision, whose representations are of these
	// role classes (bit c: class c). Revisions come in rising order.
	Add(revision int, classes uint64, texts []Text)

	// Full tells that Flush is due, so that memory stays bounded.
	Full() bool

	// Prepare does the part of the next Flush that needs no database, so that
	// the server can be busy with something else meanwhile. It may be left out.
	Prepare()

	// Flush writes what was added since the last one, in the caller's
	// transaction. What belongs to a segment that is not complete may wait.
	Flush(ctx context.Context, tx Session, s Stage) error

	// Clear removes all that the index has written.
	Clear(ctx context.Context, tx Session) error
}

// Stage says how far the writing of an index has come.
type Stage struct {
	Sealed int  // revisions below this one are sealed; a multiple of Segment
	From   int  // revisions from this one on have been added in this transaction
	To     int  // revisions below this one have been added, now or earlier
	Seal   bool // the segments from Sealed that are complete are to be sealed
	Last   bool // nothing is added any more: nothing may wait

	// Rest lets the last Flush seal a segment that is not complete, when it has
	// so many revisions; 0: it never does. What comes later begins a new one.
	Rest int
}

// End is the revision below which this Flush may seal.
func (s Stage) End() int {
	end := s.To / Segment * Segment
	if s.Last && s.Rest > 0 && s.To-max(end, 1) >= s.Rest {
		end += Segment
	}
	return end
}

// Bound is the revision below which all are sealed after the last Flush.
func (s Stage) Bound() int {
	if !s.Seal {
		return s.Sealed
	}
	return max(s.Sealed, s.End())
}

// Session is the transaction in which an index writes.
type Session interface {
	// Copy runs a COPY … FROM STDIN.
	Copy(ctx context.Context, sql string, rows io.Reader) error

	// Exec runs a statement. Arguments are numbers.
	Exec(ctx context.Context, sql string, args ...int) error

	// Rows calls row with the values of each row, in binary format; they are
	// valid during the call alone.
	Rows(ctx context.Context, sql string, row func(values [][]byte) error, args ...int) error
}
