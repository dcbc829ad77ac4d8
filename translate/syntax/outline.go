package syntax

import (
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq/translate/source"
)

// Outline is a syntax tree in a form to look at: each node with its kind, its
// text where it has one, its position and what is in it. It prints as an
// indented tree and as JSON.
type Outline struct {
	Kind     string     `json:"kind"`
	Text     string     `json:"text,omitempty"`
	Pos      source.Pos `json:"pos"`
	End      int        `json:"end"` // code points before what follows the node
	Children []Outline  `json:"children,omitempty"`
}

// NewOutline is the outline of a query that was parsed from the file.
func NewOutline(file *source.File, q Query) Outline {
	o := outliner{file}
	switch q := q.(type) {
	case *ContextTask:
		return o.node("ContextTask", q, Quote(q.Task.Value), o.clauses(q.Clauses)...)
	case *EntityContext:
		return o.node("EntityContext", q, q.Type.Value, o.clauses(q.Clauses)...)
	case *ExplainContext:
		return o.node("ExplainContext", q, q.Address.format())
	case *FindObject:
		typ := ""
		if q.Type != nil {
			typ = q.Type.Value
		}
		return o.node("FindObject", q, typ, o.clauses(q.Clauses)...)
	}
	return Outline{}
}

// String is one line a node, children indented by two spaces, a line feed in a
// text shown as ⏎.
func (o Outline) String() string {
	var b strings.Builder
	o.write(&b, 0)
	return b.String()
}

func (o Outline) write(b *strings.Builder, depth int) {
	text := oneLine(o.Text)
	if text != "" {
		text = " " + text
	}
	fmt.Fprintf(b, "%*s%s%s @%s\n", 2*depth, "", o.Kind, text, o.Pos)
	for _, child := range o.Children {
		child.write(b, depth+1)
	}
}
