package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
)

// batchInput is where the tasks of a batch come from.
type batchInput struct {
	tasks sqlq.Tasks // nil: the statement of --tasks-sql
	total int64      // about so many; -1: unknown
	file  *os.File
}

func (in *batchInput) close() {
	if in.file != nil {
		in.file.Close() //nolint:errcheck // only read
	}
}

// openTasks opens the file of tasks or standard input, and finds out its format.
func (a *app) openTasks(p *batchPlan) (*batchInput, error) {
	in := &batchInput{total: -1}
	if p.tasksSQL != "" {
		return in, nil
	}
	raw, label := a.in, "standard input"
	if p.file != "" {
		f, err := openFile(p.file, "batch takes a file of tasks in NDJSON or CSV, plain or gzip, or - for standard input")
		if err != nil {
			return nil, err
		}
		in.file, raw, label = f, f, p.file
		if isTerminal(a.err) {
			in.total = countLines(p.file)
		}
	}
	text, err := unpack(raw)
	if err != nil {
		in.close()
		return nil, fmt.Errorf("reading %s: %w", label, err)
	}
	buffered := bufio.NewReaderSize(text, 64<<10)
	format := p.from.word
	if format == "auto" {
		format = batch.Guess(buffered)
	}
	if format == "ndjson" {
		in.tasks = p.maker.NDJSON(buffered)
		return in, nil
	}
	if in.tasks, err = p.maker.CSV(buffered); err != nil {
		in.close()
		return nil, usagef("the first row names the columns: id, and query or the variables of the template", "%s: %s", label, err)
	}
	if in.total > 0 {
		in.total-- // the header
	}
	return in, nil
}

// countLines is about how many tasks a file holds, for the time that is left. It
// does not look at what it would take long to read or to unpack.
func countLines(name string) int64 {
	const most = 1 << 30
	f, err := os.Open(name)
	if err != nil {
		return -1
	}
	defer f.Close() //nolint:errcheck // only read
	if size := fileSize(f); size < 0 || size > most {
		return -1
	}
	n, buf := int64(0), make([]byte, 256<<10)
	for {
		got, err := f.Read(buf)
		if n == 0 && bytes.HasPrefix(buf[:got], []byte("\x1f\x8b")) {
			return -1
		}
		n += int64(bytes.Count(buf[:got], []byte("\n")))
		if err == io.EOF {
			return n
		}
		if err != nil {
			return -1
		}
	}
}

// from gives the tasks of a batch that is open, without those that are done.
func (in *batchInput) from(ctx context.Context, p *batchPlan, held *sqlq.OpenedBatch, done batch.State) sqlq.Tasks {
	tasks := in.tasks
	if tasks == nil {
		tasks = p.maker.SQL(ctx, held, p.tasksSQL)
	}
	return batch.Rest(tasks, done)
}
