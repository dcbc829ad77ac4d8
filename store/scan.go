package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxLine is the longest record line, in bytes. PostgreSQL cannot hold a value
// of one gigabyte, and escapes at most double it on the wire.
const maxLine = 256 << 20

// origin is where a record came from.
type origin struct {
	line int64
	raw  string // the line as read; empty when it will not be needed
}

// parsed is a line that was read: a record, or what is wrong with it.
type parsed struct {
	origin
	record any
	err    error
	offset int64 // bytes read up to the end of the line
}

// Lines are handed over in bundles of a bounded size, so that a queue of them is
// bounded too, whatever the lines are like.
const (
	bundleLines = 1024
	bundleBytes = 1 << 20
)

// scan sends every line that is not blank.
func scan(ctx context.Context, in io.Reader, keepRaw bool, out chan<- []parsed) error {
	r := bufio.NewReaderSize(in, 1<<20)
	var offset, start int64
	var bundle []parsed
	var d decoder
	send := func() error {
		select {
		case out <- bundle:
			bundle, start = nil, offset
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for line := int64(1); ; line++ {
		text, long, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			return err // what was read of the line is not the line
		}
		offset += int64(len(text))
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if text := bytes.TrimSpace(text); len(text) > 0 {
			p := parsed{origin: origin{line: line}, offset: offset}
			raw := string(text)
			if long {
				p.err = wrong("", "line is longer than %d bytes", maxLine)
			} else {
				p.record, p.err = d.printed(raw)
			}
			if keepRaw || needsLater(p.record) {
				p.raw = raw
			}
			bundle = append(bundle, p)
		}
		end := errors.Is(err, io.EOF)
		if end || len(bundle) >= bundleLines || offset-start >= bundleBytes {
			if err := send(); err != nil {
				return err
			}
		}
		if end {
			return nil
		}
	}
}

// printed is decode with the fingerprint of a revision, made here beside what the
// database does.
func (d *decoder) printed(text string) (any, error) {
	record, err := d.decode(text)
	if r, ok := record.(Revision); ok {
		return printed{&r, r.fingerprint()}, err
	}
	return record, err
}

// readLine returns a line, valid until the next call. Of one that is too long it
// returns the start and passes over the rest.
func readLine(r *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if line == nil && err == nil {
			return part, false, nil
		}
		if len(line)+len(part) <= maxLine {
			line = append(line, part...)
		} else {
			long = true
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// needsLater tells whether the record may have to wait for another one, and so
// be written down as it came.
func needsLater(record any) bool {
	switch record.(type) {
	case printed, Derivation:
		return true
	}
	return false
}

// writeReject writes a record that was put aside, as one line.
func writeReject(w io.Writer, e *RecordError, raw string) error {
	line, err := json.Marshal(struct {
		Line   int64  `json:"line"`
		Field  string `json:"field"`
		Reason string `json:"reason"`
		Record string `json:"record"`
	}{e.Line, e.Field, e.Reason, raw}, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
