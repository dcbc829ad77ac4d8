package store

import "fmt"

// RecordError is a record that cannot be taken. Nothing of it was written.
type RecordError struct {
	Source string // file name, or "standard input"
	Line   int64  // from 1
	Field  string // dotted path; empty when the line as a whole is meant
	Reason string
}

func (e *RecordError) Error() string {
	where := fmt.Sprintf("%s:%d", e.Source, e.Line)
	if e.Field != "" {
		where += ": " + e.Field
	}
	return where + ": " + e.Reason
}

// InputError is an input that could not be read to its end: a broken pipe, a cut
// off archive. Nothing of the load was written.
type InputError struct {
	Source string
	Err    error
}

func (e *InputError) Error() string { return fmt.Sprintf("reading %s: %v", e.Source, e.Err) }

func (e *InputError) Unwrap() error { return e.Err }
