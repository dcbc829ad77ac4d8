package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
)

// noteEvery is how often the journal is written. What was done since is done
// anew after a kill.
const noteEvery = 500 * time.Millisecond

// mostShown is how many failures are shown to people.
const mostShown = 20

// take writes a result where it belongs.
func (o *batchOutput) take(r *sqlq.Result) error {
	if r.Err != nil {
		if err := o.fail(r); err != nil {
			return err
		}
		o.state.Failed++
	} else if err := o.writer.Write(r); err != nil {
		return o.unwritten(err)
	}
	o.state.Tasks++
	o.state.Chain = o.state.Chain.Add(r.Task)
	switch {
	case o.file == nil && o.table == nil: // a reader of standard output waits for it
		return o.unwritten(o.writer.Flush())
	case o.journal != nil && time.Since(o.noted) > noteEvery:
		return o.note()
	}
	return nil
}

// unwritten words an error of the output.
func (o *batchOutput) unwritten(err error) error {
	var known *sqlq.Error
	if err == nil || o.file == nil || errors.As(err, &known) {
		return err
	}
	return fmt.Errorf("writing %s: %w", o.plan.out, bareCause(err))
}

// note brings the output up to date and then writes the journal.
func (o *batchOutput) note() error {
	if err := o.writer.Flush(); err != nil {
		return o.unwritten(err)
	}
	if o.journal == nil {
		return nil
	}
	for _, f := range []*os.File{o.file, o.errors} {
		if f != nil {
			f.Sync() //nolint:errcheck // not every file system can; the journal is checked against the size
		}
	}
	if err := o.journal.Write(o.state); err != nil {
		return fmt.Errorf("writing %s: %w", journalName(o.plan.out), bareCause(err))
	}
	o.noted = time.Now()
	return nil
}

// fail tells of a task that has failed.
func (o *batchOutput) fail(r *sqlq.Result) (err error) {
	f := failureOf(r)
	switch {
	case o.plan.errors == "":
		o.show(f)
		return nil
	case o.errors == nil:
		if o.errors, err = cutFile(o.plan.errors, o.state.Errors); err != nil {
			return err
		}
	}
	n, err := f.WriteTo(o.errors)
	if o.state.Errors += n; err != nil {
		return fmt.Errorf("writing %s: %w", o.plan.errors, bareCause(err))
	}
	return nil
}

// failureOf says what became of a task.
func failureOf(r *sqlq.Result) batch.Failure {
	f := classify(r.Err)
	hide := redact
	if f.Class == "data" {
		hide = func(s string) string { return s }
	}
	if f.Code == "timeout" {
		f.Hint = strings.ReplaceAll(f.Hint, "--timeout", "--task-timeout")
	}
	if f.Pos != nil {
		f.Message = r.Err.Error() // with its place
	}
	return batch.Failure{Line: r.Line, ID: r.ID, Class: f.Class, Code: f.Code, Message: hide(f.Message), Hint: hide(f.Hint)}
}

// show tells of a failure on standard error.
func (o *batchOutput) show(f batch.Failure) {
	if o.app.json {
		f.WriteTo(o.app.err) //nolint:errcheck // there is nowhere to tell
		return
	}
	if o.shown++; o.shown <= mostShown {
		o.app.say("task %s (line %d) failed: %s", f.ID, f.Line, f.Message)
	}
	if o.shown == mostShown {
		o.app.say("note: more failures are not shown; --errors FILE keeps all")
	}
}

// finish closes an output that is complete.
func (o *batchOutput) finish() error {
	if err := o.writer.Close(); err != nil {
		return o.unwritten(err)
	}
	o.table, o.state.Complete = nil, true
	if err := o.note(); err != nil {
		return err
	}
	if o.partial != "" {
		if err := errors.Join(o.file.Close(), os.Rename(o.partial, o.plan.out)); err != nil {
			return o.unwritten(err)
		}
		o.partial, o.file = "", nil
	}
	return nil
}

// leave closes an output whose batch has ended early, so that it can be resumed.
func (o *batchOutput) leave() error {
	if o.table != nil || o.partial != "" {
		return nil // nothing of it is kept
	}
	return o.note()
}

// abandon closes what is open, once. What is not whole and cannot become it is
// taken away.
func (o *batchOutput) abandon() {
	if o.table != nil {
		o.table.Abort()
		o.table = nil
	}
	for _, f := range []*os.File{o.file, o.errors} {
		if f != nil {
			f.Close() //nolint:errcheck // what counts was flushed
		}
	}
	if o.partial != "" {
		os.Remove(o.partial) //nolint:errcheck // it is of no use to anybody
	}
	if o.journal != nil {
		o.journal.Close() //nolint:errcheck // what counts was written
	}
	o.file, o.errors, o.partial, o.journal = nil, nil, "", nil
}
