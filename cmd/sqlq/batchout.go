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

// open makes the files, or cuts off what is not in the journal.
func (o *batchOutput) open(ctx context.Context, db *sqlq.DB, header batch.Header) (err error) {
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
		if o.journal, err = batch.CreateJournal(journalName(p.out), header); err != nil {
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
