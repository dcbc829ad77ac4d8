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
