package batch

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// byteOrderMark begins files of some editors.
const byteOrderMark = "\uFEFF"

// maxRecord is the longest record of a task in bytes: a query of the greatest
// length, each character of it escaped, and something beside.
const maxRecord = 6*syntax.MaxLength + 1<<16

// NDJSON reads tasks from JSON objects, one a line. Fields are strings, numbers
// or booleans; those that nobody asks for are passed over, as are blank lines.
func (m Maker) NDJSON(in io.Reader) sqlq.Tasks {
	return func(yield func(sqlq.Task, error) bool) {
		r := bufio.NewReaderSize(withoutMark(in), 64<<10)
		for line := int64(1); ; line++ {
			record, err := readLine(r)
			last := errors.Is(err, io.EOF)
			if err != nil && !last && !errors.Is(err, errLongLine) {
				yield(sqlq.Task{}, &sqlq.TasksError{Err: err})
				return
			}
			if errors.Is(err, errLongLine) {
				if !yield(nameless(line, badTask("shorten it", "the line is longer than %d bytes", maxRecord))) {
					return
				}
				continue
			}
			if len(bytes.TrimSpace(record)) > 0 && !yield(m.object(line, record)) || last {
				return
			}
		}
	}
}

// nameless is a task of which no more is known than where it stands.
func nameless(line int64, err error) (sqlq.Task, error) {
	task, _ := Maker{}.task(line, nil)
	return task, err
}

// object makes a task of one line.
func (m Maker) object(line int64, record []byte) (sqlq.Task, error) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(record, &members); err != nil || members == nil {
		return nameless(line, badTask("a task is one JSON object on a line", "the line is no JSON object: %s", jsonReason(err)))
	}
	fields := map[string]string{}
	for name, value := range members {
		if text, ok := scalar(value); ok {
			fields[name] = text
		}
	}
	return m.task(line, fields)
}

// scalar is the text of a string, number or boolean.
func scalar(value jsontext.Value) (text string, ok bool) {
	switch value.Kind() {
	case '"':
		err := json.Unmarshal(value, &text)
		return text, err == nil
	case '0', 't', 'f':
		return string(value), true
	}
	return "", false
}

// jsonReason words an error of the JSON reader without its prefix.
func jsonReason(err error) string {
	var syntactic *jsontext.SyntacticError
	switch {
	case err == nil:
		return "it is null"
	case errors.As(err, &syntactic):
		return syntactic.Err.Error()
	}
	return "it is another kind of value"
}

var errLongLine = errors.New("the line is too long")

// readLine reads a line without its end. One that is too long is passed over.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		piece, err := r.ReadSlice('\n')
		if long = long || len(line)+len(piece) > maxRecord; !long {
			line = append(line, piece...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLongLine
		}
		return line, err
	}
}
