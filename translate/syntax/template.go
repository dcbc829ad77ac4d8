package syntax

import (
	"strings"

	"github.com/sqlq-dev/sqlq/translate/source"
)

// A template is a query in which variables, $name, stand in the place of strings
// and whole numbers. It is cut into tokens and parsed as it stands, and a value
// is what the parser takes for the token of its variable. So no value is ever
// read as text of the language: quotes, keywords and comments in it are
// characters of the value.

// ParseTemplate is Parse for a template with the values of its variables by
// name, without the $. A value in the place of a number is digits. The error is
// about the place in the template.
func ParseTemplate(file *source.File, values map[string]string) (Query, error) {
	l := newTemplateLexer(file)
	p := &parser{file: file, lexer: l, current: l.read(), seen: map[string]source.Span{}, values: values}
	q := p.query()
	p.finish("after the query")
	if p.err != nil {
		return nil, p.err
	}
	return q, nil
}

// Variables lists the names of the variables of a template, each once, in the
// order in which they appear, and answers the tree with a value that fits
// everywhere. It fails when the template would be no query whatever the values.
func Variables(file *source.File) (names []string, sample Query, err error) {
	samples := map[string]string{}
	l := newTemplateLexer(file)
	for t := l.read(); t.Kind != End && t.Kind != invalid; t = l.read() {
		if t.Kind == Variable && samples[t.Text[1:]] == "" {
			names = append(names, t.Text[1:])
			samples[t.Text[1:]] = "1" // a string as well as a number
		}
	}
	sample, err = ParseTemplate(file, samples)
	return names, sample, err
}

func newTemplateLexer(file *source.File) *lexer {
	l := newLexer(file)
	l.template = true
	return l
}

// variable takes a variable in the place of a string.
func (p *parser) variable(t Token) Text {
	value, ok := p.valueOf(t)
	if !ok {
		return Text{}
	}
	p.next()
	return Text{t.Span, value, true}
}

// variableNumber takes a variable in the place of a number.
func (p *parser) variableNumber(t Token) Number {
	value, ok := p.valueOf(t)
	if !ok {
		return Number{}
	}
	if value == "" || strings.Trim(value, "0123456789") != "" {
		p.fail(p.file.Errorf(t.Span, source.Parse, "bad_variable", "the value of %s is no whole number: %s", t.Text, Quote(clip(value))).
			WithHint("give it digits alone"))
		return Number{}
	}
	p.next()
	return Number{t.Span, value}
}

// valueOf finds the value of a variable and holds it to the rules of a string.
func (p *parser) valueOf(t Token) (value string, ok bool) {
	if p.err != nil {
		return "", false
	}
	value, ok = p.values[t.Text[1:]]
	if !ok {
		p.fail(p.file.Errorf(t.Span, source.Parse, "missing_variable", "the variable %s has no value", t.Text).
			WithHint("give each task a field or column of this name"))
		return "", false
	}
	if err := CheckText(source.Named(t.Text, value)); err != nil {
		p.fail(p.file.Errorf(t.Span, source.Parse, "bad_variable", "the value of %s cannot stand in a query: %s", t.Text, err))
		return "", false
	}
	return value, true
}
