package batch

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/schema"
)

// Writer takes the results of a batch that have a bundle, in their order.
type Writer interface {
	Write(r *sqlq.Result) error
	// Flush hands on all that was written so far, in whole records.
	Flush() error
	// Close is Flush, and what stands at the end. The writer below stays open.
	Close() error
}

// NewWriter writes a format to w: ndjson, csv or parquet. A part that goes on
// where an earlier one ended has no header.
func NewWriter(format string, w io.Writer, goesOn bool) (Writer, error) {
	out := bufio.NewWriterSize(w, 256<<10)
	switch format {
	case "ndjson":
		return &bundleWriter{out}, nil
	case "csv":
		c := &rowWriter{out: out, csv: csv.NewWriter(out)}
		if goesOn {
			return c, nil
		}
		return c, c.header()
	case "parquet":
		return newParquetWriter(w), nil
	}
	return nil, fmt.Errorf("there is no format %q", format)
}

// bundleWriter writes a line for each task: {"id":…,"bundle":{…}}.
type bundleWriter struct{ out *bufio.Writer }

// Write writes the line of a result.
func (w *bundleWriter) Write(r *sqlq.Result) error {
	id, err := jsonText(r.ID)
	if err != nil {
		return err
	}
	line, err := r.Bundle.JSON()
	if err != nil {
		return err
	}
	for _, piece := range []string{`{"id":`, id, `,"bundle":`} {
		w.out.WriteString(piece) //nolint:errcheck // the last one tells
	}
	w.out.Write(line) //nolint:errcheck // likewise
	_, err = w.out.WriteString("}\n")
	return err
}

// Flush hands the lines on.
func (w *bundleWriter) Flush() error { return w.out.Flush() }

// Close hands the lines on.
func (w *bundleWriter) Close() error { return w.out.Flush() }

// rowWriter writes a row of CSV for each item.
type rowWriter struct {
	out *bufio.Writer
	csv *csv.Writer
}

func (w *rowWriter) header() error {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return w.csv.Write(names)
}

// Write writes the rows of a result.
func (w *rowWriter) Write(r *sqlq.Result) error {
	rows, err := rowsOf(r)
	if err != nil {
		return err
	}
	cells := make([]string, len(columns))
	for i := range rows {
		for j, c := range columns {
			if cells[j], err = cellText(c.value(&rows[i])); err != nil {
				return err
			}
		}
		if err := w.csv.Write(cells); err != nil {
			return err
		}
	}
	return nil
}

// cellText prints a value: lists as JSON, no value as nothing.
func cellText(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case int:
		return strconv.Itoa(v), nil
	case bool:
		return strconv.FormatBool(v), nil
	case time.Time:
		return schema.FormatTime(v), nil
	}
	return jsonText(v)
}

// Flush hands the rows on.
func (w *rowWriter) Flush() error {
	w.csv.Flush()
	if err := w.csv.Error(); err != nil {
		return err
	}
	return w.out.Flush()
}

// Close hands the rows on.
func (w *rowWriter) Close() error { return w.Flush() }
