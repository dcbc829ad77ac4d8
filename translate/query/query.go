package query

import (
	"time"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// Query is a canonical query: Context, Entity, Explain or Find, in this order in
// every switch.
type Query interface {
	// Canonical is the one text that all equivalent queries have in common (QG7).
	Canonical() string
	query()
}

// Context is CONTEXT FOR "task": build the bundle for a task.
type Context struct {
	Task    string
	Project *string // nil: every project
	Budget  int     // tokens; 0: no limit (QG10)
	Prefer  Prefer
	Exclude Exclude
	// MaxObjects and MaxDepth have their defaults when the query has none (QG8).
	MaxObjects, MaxDepth int
	MaxAge               *Age // nil: any age
	Evidence             bool
	AsOf                 *time.Time // UTC, whole microseconds; nil: the evaluation time
}

// Prefer is what PREFER raises (QR10).
type Prefer struct {
	Current        bool
	Trust          []schema.Trust // lowest first, no duplicates
	Representation *string        // steers packing, never boosts
}

// Exclude is what EXCLUDE removes.
type Exclude struct {
	Untrusted, Stale bool
	// Roles go by role order, `ROLE r` before `ROLE r FROM s`, no duplicates (QG7).
	Roles []schema.RoleRule
}

// Age is the span of MAX AGE (QG4).
type Age struct {
	N    int64       // at least 1
	Unit schema.Unit // 'h', 'd', 'w' or 'm'
}

// Span is the length of the age, at most schema.MaxAge.
func (a Age) Span() time.Duration { return time.Duration(a.N) * a.Unit.Span() }

// Entity is CONTEXT FOR entity(type), the v0.4 form: the subgraph around the
// matching entities.
type Entity struct {
	Type    string
	Where   Predicate // nil: every entity of the type
	Depth   int       // hops; schema.DefaultDepth when the query has none
	Include Include
	AsOf    *time.Time // UTC, whole microseconds; nil: the evaluation time
}

// Include says which sections the answer to Entity has; at least one.
type Include struct {
	Entities, Relationships, Evidence bool
}

// Explain is EXPLAIN CONTEXT: how a stored bundle was computed (QG13).
type Explain struct {
	Address string // context://ctx_ and 32 hexadecimal digits
}

// Find is FIND OBJECT (QG12).
type Find struct {
	Type  *string // nil: every type
	About *About  // nil: no relevance, order by id (QF3)
	Where Predicate
	AsOf  *time.Time // UTC, whole microseconds; nil: the evaluation time
	Limit int        // rows; schema.DefaultFindLimit when the query has none
}

// About ranks objects by relevance to a text.
type About struct {
	Topic          string
	Representation *string // read this one alone (QF2); nil: all
}

func (Context) query() {}
func (Entity) query()  {}
func (Explain) query() {}
func (Find) query()    {}

// Parse reads the text of one query. The error is a *source.Diagnostic.
func Parse(text string) (Query, error) {
	file := source.New(text)
	tree, err := syntax.Parse(file)
	if err != nil {
		return nil, err
	}
	return Resolve(file, tree)
}

// NewContext is the query CONTEXT FOR "task" without clauses. It refuses a task
// that no query can hold: text that is not UTF-8, with U+0000, or too long.
func NewContext(task string) (Context, error) {
	file := source.Named("task", task)
	if err := syntax.CheckText(file); err != nil {
		return Context{}, err
	}
	r := &resolver{file: file}
	c := r.context(&syntax.ContextTask{Task: syntax.Text{Value: task, Quoted: true}})
	r.checkLength(c)
	if r.err != nil {
		return Context{}, r.err
	}
	return c, nil
}
