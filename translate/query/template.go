package query

import (
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// Template is a CONTEXT FOR query in which variables, $name, stand in the place of strings
// and whole numbers, such as CONTEXT FOR $task BUDGET $tokens TOKENS. It never
// changes and may be shared.
type Template struct {
	file      *source.File
	variables []string
}

// NewTemplate reads a template; name is where it comes from, for messages. The
// error is a *source.Diagnostic, when the text would be no query whatever the
// values.
func NewTemplate(name, text string) (*Template, error) {
	file := source.Named(name, text)
	variables, sample, err := syntax.Variables(file)
	if err != nil {
		return nil, err
	}
	if _, ok := sample.(*syntax.ContextTask); !ok {
		return nil, file.Errorf(sample.Range(), source.Capability, "missing_capability", "a template asks for the context of a task").
			WithHint(`begin it with CONTEXT FOR $task, or CONTEXT FOR "…"`)
	}
	return &Template{file, variables}, nil
}

// Variables lists the names of the variables, without the $, in the order in
// which they first appear.
func (t *Template) Variables() []string { return t.variables }

// Fill makes the query with these values of the variables. A value is a value
// whatever it holds: it takes the place of a token, and is never read as text of
// the language. The error is a *source.Diagnostic about the template.
func (t *Template) Fill(values map[string]string) (Context, error) {
	tree, err := syntax.ParseTemplate(t.file, values)
	if err != nil {
		return Context{}, err
	}
	r := &resolver{file: t.file}
	for _, v := range values {
		r.extra += len(v)
	}
	q, err := r.resolve(tree)
	if err != nil {
		return Context{}, err
	}
	return q.(Context), nil // as NewTemplate has seen
}
