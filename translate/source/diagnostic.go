package source

import (
	"fmt"
	"strings"
)

// Class is the kind of an error (QG16).
type Class string

// The classes of errors.
const (
	Parse      Class = "parse"      // the text is no query
	Limit      Class = "limit"      // a value is out of range, or the query too large
	Type       Class = "type"       // a predicate compares what cannot be compared
	Capability Class = "capability" // the query is fine, this installation cannot answer it
)

// Diagnostic is the error of the language: what is wrong, where, and what would
// be right (QG16). Its JSON form is stable.
type Diagnostic struct {
	Class Class `json:"class"`
	// Code is a stable word such as duplicate_clause; programs may switch on it.
	Code string `json:"code"`
	// Message is one sentence without position and without full stop.
	Message string `json:"message"`
	// Source names the text when it is not the query, such as --budget.
	Source string `json:"source,omitempty"`
	Pos
	// Expected lists what could have stood here, when that is a short list.
	Expected []string `json:"expected,omitempty"`
	// Hint says what to do about it.
	Hint string `json:"hint,omitempty"`

	file *File
	span Span
}

// Errorf makes a diagnostic about a span of the file.
func (f *File) Errorf(span Span, class Class, code, format string, args ...any) *Diagnostic {
	return &Diagnostic{
		Class: class, Code: code, Message: fmt.Sprintf(format, args...), Source: f.name,
		Pos: f.Pos(span.Start), file: f, span: span,
	}
}

// WithHint sets the hint and returns the diagnostic.
func (d *Diagnostic) WithHint(format string, args ...any) *Diagnostic {
	d.Hint = fmt.Sprintf(format, args...)
	return d
}

// WithExpected sets what was expected and returns the diagnostic.
func (d *Diagnostic) WithExpected(words ...string) *Diagnostic {
	d.Expected = words
	return d
}

// Span is the place in the text, in bytes.
func (d *Diagnostic) Span() Span { return d.span }

// Error is the one-line form: position, class, code and message.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	if d.Source != "" {
		b.WriteString(d.Source + ":")
	}
	fmt.Fprintf(&b, "%s: %s error (%s): %s", d.Pos, d.Class, d.Code, d.Message)
	return b.String()
}

// Render is the form for people: the one-line form, the line of the query with
// a caret below the place, and the hint.
func (d *Diagnostic) Render() string {
	var b strings.Builder
	b.WriteString(d.Error() + "\n")
	if d.file != nil && strings.TrimSpace(d.file.text) != "" {
		line, caret := d.excerpt()
		b.WriteString("  " + line + "\n  " + caret + "\n")
	}
	if d.Hint != "" {
		b.WriteString("hint: " + d.Hint + "\n")
	}
	return b.String()
}
