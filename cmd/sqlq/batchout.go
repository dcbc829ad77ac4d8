package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
)

// batchOutput is where the results of a batch go.
type batchOutput struct {
	plan    *batchPlan
	app     *app
	header  *batch.Header // of the batch that is resumed
	state   batch.State
	journal *batch.Journal // nil: without
	file    *os.File       // nil: standard output or a table
	partial string         // name of the file until it is whole; empty: it is written in place
	writer  batch.Writer
	table   *batch.TableWriter
	errors  *os.File // nil: standard error
	noted   time.Time
	shown   int // failures on standard error
}

// Names of the files beside an output.
func journalName(out string) string { return out + ".batch" }

func errorsName(out string) string { return out + ".errors.ndjson" }

// streams tells whether a name is of something that is no file, such as
// /dev/null or a named pipe. Nothing is kept beside it.
func streams(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// keeps tells whether the batch has a journal.
func (p *batchPlan) keeps() bool { return p.out != "" && p.format != "parquet" && !streams(p.out) }

// prepare reads the journal of a batch that is resumed, and sees that a new one
// writes over nothing.
func (p *batchPlan) prepare(a *app) (*batchOutput, error) {
	o := &batchOutput{plan: p, app: a}
	if p.errors == "" && p.out != "" && !streams(p.out) {
		p.errors = errorsName(p.out)
	}
	if p.resume {
		return o, o.goOn()
	}
	for _, name := range []string{p.out, p.errors} {
		info, err := os.Stat(name)
		switch {
		case name == "" || err != nil || streams(name):
		case info.IsDir():
			return nil, usagef("name a file", "%s is a folder", name)
		case info.Size() > 0:
			return nil, usagef("go on with it with --resume, or name another file, or remove it", "%s is there already", name)
		}
	}
	if p.keeps() {
		if _, err := os.Stat(journalName(p.out)); err == nil {
			return nil, usagef("go on with it with --resume, or remove the file", "%s is there: the batch has been begun", journalName(p.out))
		}
	}
	return o, nil
}

// goOn opens the journal of the batch that is resumed.
func (o *batchOutput) goOn() error {
	p := o.plan
	if !p.keeps() {
		return usagef("only a file can be gone on with", "%s is no file", p.out)
	}
	name := journalName(p.out)
	journal, header, state, err := batch.OpenJournal(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return usagef("run it without --resume; the journal tells what is done, and T", "there is no %s, so no batch to go on with", name)
	case errors.Is(err, batch.ErrBusy), errors.Is(err, batch.ErrOtherJournal):
		return usagef("wait for it, or name another --out", "%s: %s", name, err)
	case err != nil:
		return usagef("see to it that it can be read and written", "%s cannot be used: %s", name, bareCause(err))
	}
	o.journal, o.header, o.state = journal, &header, state
	switch {
	case header.Plan != p.digest:
		return o.refuse("give the same template, statement, format and clauses as the first time", "%s is of another batch", name)
	case p.now != nil && !p.now.Equal(header.Now):
		return o.refuse("leave --now out: the batch keeps its time", "the batch began at --now %s", header.Now.Format(time.RFC3339Nano))
	}
	for file, want := range map[string]int64{p.out: state.Output, p.errors: state.Errors} {
		if info, err := os.Stat(file); want > 0 && (err != nil || info.Size() < want) {
			return o.refuse("begin anew: remove "+p.out+", "+name+" and "+p.errors,
				"%s is shorter than the journal says, or gone", file)
		}
	}
	return nil
}

func (o *batchOutput) refuse(hint, format string, args ...any) error {
	o.abandon()
	return usagef(hint, format, args...)
}

// open makes the files, or cuts off what is not in the journal, at time now.
func (o *batchOutput) open(ctx context.Context, db *sqlq.DB, now time.Time) (err error) {
	p := o.plan
	switch {
	case p.table != nil:
		o.table, err = batch.OpenTable(ctx, db, *p.table)
		o.writer = o.table
		return errors.Join(err, o.openErrors())
	case p.out == "":
		o.writer, err = batch.NewWriter(p.format, o.app.out, false)
		return errors.Join(err, o.openErrors())
	}
	if p.keeps() && o.journal == nil {
		if o.journal, err = batch.CreateJournal(journalName(p.out), batch.Header{Now: now, Plan: p.digest}); err != nil {
			return fmt.Errorf("%s cannot be made: %w", journalName(p.out), bareCause(err))
		}
	}
	name := p.out
	if p.format == "parquet" && !streams(name) {
		name += ".part"
		o.partial = name
	}
	if o.file, err = cutFile(name, o.state.Output); err != nil {
		return err
	}
	if err := o.openErrors(); err != nil {
		return err
	}
	o.writer, err = batch.NewWriter(p.format, &sizedFile{o.file, &o.state.Output}, o.state.Output > 0)
	return err
}

func (o *batchOutput) openErrors() (err error) {
	if o.plan.errors != "" && (o.state.Errors > 0 || o.plan.input.flags.Changed("errors")) {
		o.errors, err = cutFile(o.plan.errors, o.state.Errors)
	}
	return err
}

// cutFile opens a file to write on behind its first bytes.
func cutFile(name string, size int64) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, usagef("name a file that can be written", "%s cannot be written: %s", name, bareCause(err))
	}
	if streams(name) {
		return f, nil
	}
	if err := f.Truncate(size); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if _, err := f.Seek(size, io.SeekStart); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// sizedFile counts how much was written.
type sizedFile struct {
	file *os.File
	size *int64
}

func (s *sizedFile) Write(p []byte) (int, error) {
	n, err := s.file.Write(p)
	*s.size += int64(n)
	return n, err
}
