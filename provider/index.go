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

// Index takes the texts of new revisions and writes what its provider reads at
// query time. Secret text never reaches it (QS8).
type Index interface {
	// Add takes the texts of one revision. Revisions come in rising order.
	Add(revision int, texts []Text)

	// Full tells that Flush is due, so that memory stays bounded.
	Full() bool

	// Prepare does the part of the next Flush that needs no database, so that
	// the server can be busy with something else meanwhile. It may be left out.
	Prepare()

	// Flush writes what was added since the last one, in the caller's
	// transaction.
	Flush(ctx context.Context, db Copier) error
}

// Copier runs a COPY … FROM STDIN in text format.
type Copier interface {
	Copy(ctx context.Context, sql string, rows io.Reader) error
}
