package query

import (
	"strconv"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// Canonical prints the clauses in the order of the language, one space between
// tokens, without what is the default (QG7, QG8).
func (c Context) Canonical() string {
	t := newText("CONTEXT FOR", syntax.Quote(c.Task))
	if c.Project != nil {
		t.add("USING PROJECT", syntax.Quote(*c.Project))
	}
	if c.Budget != 0 {
		t.add("BUDGET", strconv.Itoa(c.Budget), "TOKENS")
	}
	t.addList("PREFER", c.Prefer.items())
	t.addList("EXCLUDE", c.Exclude.items())
	if c.MaxObjects != schema.DefaultObjects {
		t.add("MAX OBJECTS", strconv.Itoa(c.MaxObjects))
	}
	if c.MaxDepth != schema.DefaultDepth {
		t.add("MAX DEPTH", strconv.Itoa(c.MaxDepth))
	}
	if c.MaxAge != nil {
		t.add("MAX AGE", c.MaxAge.String())
	}
	if c.Evidence {
		t.add("WITH EVIDENCE")
	}
	t.addAsOf(c.AsOf)
	return t.String()
}

// items prints CURRENT, the trust levels lowest first, REPRESENTATION.
func (p Prefer) items() []string {
	var out []string
	if p.Current {
		out = append(out, "CURRENT")
	}
	for _, level := range p.Trust {
		out = append(out, strings.ToUpper(level.String()))
	}
	if p.Representation != nil {
		out = append(out, "REPRESENTATION "+syntax.Quote(*p.Representation))
	}
	return out
}

// items prints UNTRUSTED, STALE, then the role rules.
func (e Exclude) items() []string {
	var out []string
	if e.Untrusted {
		out = append(out, "UNTRUSTED")
	}
	if e.Stale {
		out = append(out, "STALE")
	}
	for _, rule := range e.Roles {
		item := "ROLE " + strings.ToUpper(rule.Role.String())
		if rule.From != nil {
			item += " FROM " + strings.ToUpper(rule.From.String())
		}
		out = append(out, item)
	}
	return out
}

// String prints the age as the canonical text has it, such as 30d.
func (a Age) String() string { return strconv.FormatInt(a.N, 10) + string(rune(a.Unit)) }

// Canonical prints type, WHERE, DEPTH, INCLUDE and AS OF, without what is the
// default.
func (e Entity) Canonical() string {
	t := newText("CONTEXT FOR", "entity("+e.Type+")")
	t.addWhere(e.Where)
	if e.Depth != schema.DefaultDepth {
		t.add("DEPTH <=", strconv.Itoa(e.Depth))
	}
	if e.Include != everything {
		t.addList("INCLUDE", e.Include.items())
	}
	t.addAsOf(e.AsOf)
	return t.String()
}

func (i Include) items() []string {
	var out []string
	if i.Entities {
		out = append(out, "ENTITIES")
	}
	if i.Relationships {
		out = append(out, "RELATIONSHIPS")
	}
	if i.Evidence {
		out = append(out, "EVIDENCE")
	}
	return out
}

// Canonical prints the address without quotes.
func (e Explain) Canonical() string { return "EXPLAIN CONTEXT " + e.Address }

// Canonical prints type, ABOUT, WHERE, AS OF and LIMIT, without what is the
// default.
func (f Find) Canonical() string {
	head := "FIND OBJECT"
	if f.Type != nil {
		head += "(" + *f.Type + ")"
	}
	t := newText(head)
	if f.About != nil {
		t.add("ABOUT", syntax.Quote(f.About.Topic))
		if f.About.Representation != nil {
			t.add("USING REPRESENTATION", syntax.Quote(*f.About.Representation))
		}
	}
	t.addWhere(f.Where)
	t.addAsOf(f.AsOf)
	if f.Limit != schema.DefaultFindLimit {
		t.add("LIMIT", strconv.Itoa(f.Limit))
	}
	return t.String()
}

// text collects the pieces of a canonical text.
type text struct{ pieces []string }

func newText(pieces ...string) *text { return &text{pieces} }

func (t *text) add(pieces ...string) { t.pieces = append(t.pieces, pieces...) }

func (t *text) addList(word string, items []string) {
	if len(items) > 0 {
		t.add(word, strings.Join(items, ", "))
	}
}

func (t *text) addWhere(p Predicate) {
	if p != nil {
		t.add("WHERE", Condition(p))
	}
}

func (t *text) addAsOf(at *time.Time) {
	if at != nil {
		t.add("AS OF", syntax.Quote(schema.FormatTime(*at)))
	}
}

func (t *text) String() string { return strings.Join(t.pieces, " ") }
