package store

import (
	"time"

	"github.com/sqlq-dev/sqlq/schema"
)

// Object is the record that names an object.
type Object struct {
	ID      string
	Type    string
	Project *string // nil: none
}

// Revision is one version of an object with its representations. It never
// changes once written (M1).
type Revision struct {
	Object          string
	Rev             int
	CreatedAt       time.Time // microseconds, UTC
	Tombstone       bool
	Title           string
	Origin          schema.Origin
	Trust           schema.Trust
	Validation      schema.Validation
	Roles           schema.RoleSet
	State           *schema.State // declared; nil: not declared
	Properties      []byte        // a JSON object
	Representations []Representation
}

// Representation is one form of a revision. Exactly one of Content and
// ContentRef is set.
type Representation struct {
	Name        string
	MediaType   string
	Content     *string
	ContentRef  *string
	ContentHash string // sha256:hex; made from Content when that is set
	Tokens      *int   // stored estimate
	Estimator   *string
	Roles       schema.RoleSet // its own, without the revision's
}

// Derivation says that a revision was derived from a source.
type Derivation struct {
	Object    string
	Rev       int
	Relation  string
	Source    string // object://id or context://ctx_…
	SourceRev *int   // nil: not pinned
}

// Entity is a thing that objects are linked to. It is never an item.
type Entity struct {
	ID         string
	Type       string
	Name       *string
	Properties []byte // a JSON object
	Version    int
	Superseded bool
	UpdatedAt  *time.Time
}

// Edge links two nodes, each object://id or entity://id.
type Edge struct {
	From         string
	Relationship string
	To           string
	ObservedAt   *time.Time // nil: always
	EndedAt      *time.Time // nil: still
	Properties   []byte     // a JSON object
}
