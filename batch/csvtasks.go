package batch

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"github.com/sqlq-dev/sqlq"
)

// CSV reads tasks from comma-separated rows with a header, as RFC 4180 has them.
// A header with which no task can be made is an error right away.
func (m Maker) CSV(in io.Reader) (sqlq.Tasks, error) {
	bounded := &recordReader{in: withoutMark(in), left: maxRecord}
	r := csv.NewReader(bounded)
	r.ReuseRecord = true
	header, err := r.Read()
	switch {
	case errors.Is(err, io.EOF):
		return func(func(sqlq.Task, error) bool) {}, nil
	case err != nil:
		return nil, fmt.Errorf("the header of the CSV cannot be read: %w", err)
	}
	columns := append([]string(nil), header...)
	if err := m.checkColumns(columns); err != nil {
		return nil, err
	}
	return func(yield func(sqlq.Task, error) bool) {
		for {
			bounded.left = maxRecord
			row, err := r.Read()
			var bad *csv.ParseError
			switch {
			case errors.Is(err, io.EOF):
				return
			case errors.As(err, &bad):
				err := badTask("a row has as many cells as the header; a quote inside a cell is doubled", "the row cannot be read: %s", bad.Err)
				if !yield(nameless(int64(bad.StartLine), err)) {
					return
				}
				continue
			case err != nil:
				yield(sqlq.Task{}, &sqlq.TasksError{Err: err})
				return
			}
			fields := map[string]string{}
			for i, cell := range row {
				fields[columns[i]] = cell
			}
			line, _ := r.FieldPos(0)
			if !yield(m.task(int64(line), fields)) {
				return
			}
		}
	}, nil
}

// recordReader ends when a single record takes too much: a quote that nobody
// closes would take all that follows.
type recordReader struct {
	in   io.Reader
	left int
}

func (r *recordReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, fmt.Errorf("a row is longer than %d bytes: a quote may be missing", maxRecord)
	}
	n, err := r.in.Read(p)
	r.left -= n
	return n, err
}

// withoutMark drops the byte order mark that spreadsheets put first.
func withoutMark(in io.Reader) io.Reader {
	buffered := bufio.NewReader(in)
	if mark, _ := buffered.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		buffered.Discard(len(byteOrderMark)) //nolint:errcheck // they are there
	}
	return buffered
}

// Guess tells NDJSON from CSV by the first character: a record begins with {.
func Guess(in *bufio.Reader) (format string) {
	first := 1
	if head, _ := in.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
		first += len(byteOrderMark)
	}
	for n := first; n <= in.Size(); n++ {
		head, err := in.Peek(n)
		if len(head) < n {
			return "ndjson" // nothing but space
		}
		switch head[n-1] {
		case ' ', '\t', '\r', '\n':
		case '{':
			return "ndjson"
		default:
			return "csv"
		}
		if err != nil {
			break
		}
	}
	return "ndjson"
}
