package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/translate/source"
)

// The exit codes.
const (
	exitOK          = 0
	exitFailed      = 1 // query or data error
	exitUsage       = 2
	exitUnreachable = 3
	exitInterrupted = 130
)

// tooManyErrors is the code of a batch that --max-errors has ended.
const tooManyErrors = "too_many_errors"

// fault is an error as it is shown: the object under "error" of -o json. Which
// fields are set depends on the class; a position is that in the query text.
type fault struct {
	Class   string `json:"class"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Source  string `json:"source,omitempty"`
	*source.Pos
	Field    string   `json:"field,omitempty"`  // data: path in the record
	Record   int64    `json:"record,omitempty"` // data: line of the record
	Expected []string `json:"expected,omitempty"`
	Hint     string   `json:"hint,omitempty"`

	exit int
	text string // the form for people, when it is not message and hint
}

// quiet is an error that has been told already.
type quiet struct{ exit int }

func (quiet) Error() string { return "failed" }

// report shows an error on standard error and answers the exit code. With -o
// json it is an object for programs, else text for people.
func (a *app) report(ctx context.Context, err error) int {
	var told quiet
	if errors.As(err, &told) {
		return told.exit
	}
	f := classify(err)
	if ctx.Err() != nil {
		f = fault{Class: "interrupted", Code: "interrupted", Message: "interrupted", exit: exitInterrupted}
		if a.asked {
			f.Message += "; the server was told to stop"
		}
	}
	return a.tell(f)
}

// tell shows a fault and answers its exit code.
func (a *app) tell(f fault) int {
	hide := redact
	if f.Class == "data" {
		hide = func(s string) string { return s } // it quotes a record, and no address of a database
	}
	if a.json {
		f.Message, f.Hint = hide(f.Message), hide(f.Hint)
		enc := json.NewEncoder(a.err)
		enc.SetEscapeHTML(false)
		enc.Encode(map[string]fault{"error": f}) //nolint:errcheck // there is nowhere to tell
		return f.exit
	}
	text := f.text
	if text == "" {
		text = f.Message + "\n"
		if f.Hint != "" {
			text += "hint: " + f.Hint + "\n"
		}
	}
	fmt.Fprint(a.err, "sqlq: "+visible(hide(text)))
	return f.exit
}

// classify finds out what kind of error it is.
func classify(err error) fault {
	var usage *usageError
	var diagnostic *source.Diagnostic
	var record *store.RecordError
	var problem *migrations.Problem
	var known *sqlq.Error
	var task *batch.TaskError
	switch {
	case errors.As(err, &known) && known.Code == tooManyErrors:
		return outside(known)
	case errors.As(err, &task):
		return fault{Class: "data", Code: task.Code, Message: task.Message, Hint: task.Hint, exit: exitFailed}
	case errors.As(err, &usage):
		return fault{Class: "usage", Code: "usage", Message: usage.message, Hint: usage.hint, exit: exitUsage}
	case errors.As(err, &diagnostic):
		return language(diagnostic)
	case errors.As(err, &record):
		return fault{
			Class: "data", Code: "bad_record", Message: err.Error(), Source: record.Source, Field: record.Field,
			Record: record.Line, exit: exitFailed,
			Hint: "nothing of " + record.Source + " was loaded; mend the record, or put such records aside with --keep-going",
		}
	case errors.As(err, &known):
		return outside(known)
	case errors.As(err, &problem):
		return fault{Class: "database", Code: "migration", Message: problem.Error(), Hint: problem.Hint, exit: exitFailed}
	}
	return fault{Class: "other", Code: "failed", Message: err.Error(), exit: exitFailed}
}

// language is an error of the query text, or of a flag that is part of it.
func language(d *source.Diagnostic) fault {
	f := fault{
		Class: string(d.Class), Code: d.Code, Message: d.Message, Source: d.Source, Pos: &d.Pos,
		Expected: d.Expected, Hint: d.Hint, exit: exitFailed, text: d.Render(),
	}
	if strings.HasPrefix(d.Source, "--") {
		f.exit = exitUsage
	}
	return f
}

// outside is an error of the database or of the way to it.
func outside(e *sqlq.Error) fault {
	f := fault{Class: "database", Code: e.Code, Message: e.Error(), Hint: e.Hint, exit: exitFailed}
	switch e.Code {
	case "unreachable", "refused":
		f.Class, f.exit = "connection", exitUnreachable
	case tooManyErrors:
		f.Class = "batch"
	case "bad_dsn", "unsafe_exec_mode":
		f.Class, f.exit = "connection", exitUsage
	}
	return f
}
