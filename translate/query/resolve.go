package query

import (
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// everything is INCLUDE when the query has none.
var everything = Include{Entities: true, Relationships: true, Evidence: true}

// Resolve turns the tree of the file into a canonical query: it fills defaults
// in, merges items, checks limits and the types of predicates. The error is a
// *source.Diagnostic about the first place that does not hold.
func Resolve(file *source.File, tree syntax.Query) (Query, error) {
	return (&resolver{file: file}).resolve(tree)
}

func (r *resolver) resolve(tree syntax.Query) (Query, error) {
	var q Query
	switch tree := tree.(type) {
	case *syntax.ContextTask:
		q = r.context(tree)
	case *syntax.EntityContext:
		q = r.entity(tree)
	case *syntax.ExplainContext:
		q = r.explain(tree)
	case *syntax.FindObject:
		q = r.find(tree)
	}
	r.checkLength(q)
	if r.err != nil {
		return nil, r.err
	}
	return q, nil
}

// resolver keeps the first error; what its methods return after one is never
// looked at.
type resolver struct {
	file  *source.File
	extra int // bytes of values that are not in the file
	err   *source.Diagnostic
}

func (r *resolver) fail(diag *source.Diagnostic) {
	if r.err == nil {
		r.err = diag
	}
}

// checkLength keeps canonical texts within the length of a query, so that they
// read back. Escapes and defaults filled in can make one longer than the query.
func (r *resolver) checkLength(q Query) {
	if r.err != nil || len(r.file.Text())+r.extra < syntax.MaxLength/4 {
		return
	}
	if n := len(q.Canonical()); n > syntax.MaxLength {
		r.fail(r.longCanonical(n))
	}
}

func (r *resolver) context(tree *syntax.ContextTask) Context {
	c := Context{Task: tree.Task.Value, MaxObjects: schema.DefaultObjects, MaxDepth: schema.DefaultDepth}
	for _, clause := range tree.Clauses {
		r.contextClause(&c, clause)
	}
	return c
}

// contextClause enters one clause of CONTEXT FOR "task".
func (r *resolver) contextClause(c *Context, clause syntax.Clause) {
	switch clause := clause.(type) {
	case *syntax.UsingProject:
		c.Project = &clause.Project.Value
	case *syntax.Budget:
		c.Budget = r.number("BUDGET", clause.Tokens, schema.MinBudget, schema.MaxBudget)
	case *syntax.Prefer:
		r.prefer(&c.Prefer, clause.Items)
	case *syntax.Exclude:
		r.exclude(&c.Exclude, clause.Items)
	case *syntax.MaxObjects:
		c.MaxObjects = r.number("MAX OBJECTS", clause.Count, schema.MinObjects, schema.MaxObjects)
	case *syntax.MaxDepth:
		c.MaxDepth = r.number("MAX DEPTH", clause.Hops, 0, schema.MaxDepth)
	case *syntax.MaxAge:
		c.MaxAge = r.age(clause)
	case *syntax.WithEvidence:
		c.Evidence = true
	case *syntax.AsOf:
		c.AsOf = r.asOf(clause)
	}
}

func (r *resolver) entity(tree *syntax.EntityContext) Entity {
	e := Entity{Type: tree.Type.Value, Depth: schema.DefaultDepth, Include: everything}
	for _, clause := range tree.Clauses {
		switch clause := clause.(type) {
		case *syntax.Where:
			e.Where = r.where(clause, entityColumns, false)
		case *syntax.Depth:
			e.Depth = r.number("DEPTH", clause.Hops, 0, schema.MaxDepth)
		case *syntax.Include:
			e.Include = include(clause.Sections)
		case *syntax.AsOf:
			e.AsOf = r.asOf(clause)
		}
	}
	return e
}

// include turns the sections of INCLUDE into a set.
func include(sections []syntax.Keyword) Include {
	var i Include
	for _, section := range sections {
		switch section.Word {
		case "ENTITIES":
			i.Entities = true
		case "RELATIONSHIPS":
			i.Relationships = true
		case "EVIDENCE":
			i.Evidence = true
		}
	}
	return i
}

func (r *resolver) explain(tree *syntax.ExplainContext) Explain {
	address := tree.Address.Value
	if schema.CheckContext(address) != nil {
		r.fail(r.badAddress(tree.Address))
	}
	return Explain{Address: address}
}

func (r *resolver) find(tree *syntax.FindObject) Find {
	f := Find{Limit: schema.DefaultFindLimit}
	if tree.Type != nil {
		f.Type = &tree.Type.Value
	}
	for _, clause := range tree.Clauses {
		switch clause := clause.(type) {
		case *syntax.About:
			f.About = &About{Topic: clause.Topic.Value}
			if clause.Representation != nil {
				f.About.Representation = &clause.Representation.Value
			}
		case *syntax.AsOf:
			f.AsOf = r.asOf(clause)
		case *syntax.Limit:
			f.Limit = r.number("LIMIT", clause.Rows, schema.MinFindLimit, schema.MaxFindLimit)
		}
	}
	r.findWhere(&f, tree.Clauses)
	return f
}

// findWhere comes after the other clauses: whether there is a score to compare
// depends on ABOUT, wherever it stands.
func (r *resolver) findWhere(f *Find, clauses []syntax.Clause) {
	for _, clause := range clauses {
		if where, ok := clause.(*syntax.Where); ok {
			f.Where = r.where(where, findColumns, f.About != nil)
		}
	}
}
