package batch

import (
	"io"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/sqlq-dev/sqlq"
)

// A group of rows is kept in memory until it is full, by rows or by bytes.
const (
	groupRows  = 50_000
	groupBytes = 32 << 20
)

// parquetWriter writes the rows as Parquet. The file is whole when it is closed,
// not before.
type parquetWriter struct {
	out   *parquet.GenericWriter[any]
	names []string // of the columns of the file, which are sorted
	by    map[string]column
	bytes int
	rows  int
}

func newParquetWriter(w io.Writer) *parquetWriter {
	group := parquet.Group{}
	p := &parquetWriter{by: map[string]column{}}
	for _, c := range columns {
		group[c.name] = parquetNode(c)
		p.by[c.name] = c
	}
	for _, f := range group.Fields() {
		p.names = append(p.names, f.Name())
	}
	p.out = parquet.NewGenericWriter[any](w, parquet.NewSchema("item", group), parquet.Compression(&parquet.Zstd))
	return p
}

// parquetNode is the type of a column.
func parquetNode(c column) parquet.Node {
	var node parquet.Node
	switch c.sql {
	case "text not null", "text":
		node = parquet.String()
	case "integer not null", "integer":
		node = parquet.Int(32)
	case "boolean not null":
		node = parquet.Leaf(parquet.BooleanType)
	case "timestamptz not null":
		node = parquet.Timestamp(parquet.Microsecond)
	case "text[]":
		return parquet.Repeated(parquet.String())
	}
	switch c.sql {
	case "text", "integer":
		return parquet.Optional(node)
	}
	return node
}

// Write adds the rows of a result to the group.
func (w *parquetWriter) Write(r *sqlq.Result) error {
	rows, err := rowsOf(r)
	if err != nil {
		return err
	}
	batch := make([]parquet.Row, len(rows))
	for i := range rows {
		for j, name := range w.names {
			c := w.by[name]
			batch[i] = w.add(batch[i], c, j, c.value(&rows[i]))
		}
	}
	if _, err := w.out.WriteRows(batch); err != nil {
		return err
	}
	if w.rows += len(rows); w.rows < groupRows && w.bytes < groupBytes {
		return nil
	}
	w.rows, w.bytes = 0, 0
	return w.out.Flush()
}

// add appends the values of a column to a row. A value that is there is of
// definition level 1 where it could be missing.
func (w *parquetWriter) add(to parquet.Row, c column, index int, v any) parquet.Row {
	level := 0
	switch c.sql {
	case "text", "integer", "text[]":
		level = 1
	}
	switch v := v.(type) {
	case string:
		w.bytes += len(v)
		return append(to, parquet.ByteArrayValue([]byte(v)).Level(0, level, index))
	case int:
		return append(to, parquet.Int32Value(int32(v)).Level(0, level, index))
	case bool:
		return append(to, parquet.BooleanValue(v).Level(0, level, index))
	case time.Time:
		return append(to, parquet.Int64Value(v.UnixMicro()).Level(0, level, index))
	case []string:
		for i, s := range v {
			w.bytes += len(s)
			to = append(to, parquet.ByteArrayValue([]byte(s)).Level(min(i, 1), 1, index))
		}
		if len(v) > 0 {
			return to
		}
	}
	return append(to, parquet.NullValue().Level(0, 0, index))
}

// Flush does nothing: a group is written when it is full.
func (w *parquetWriter) Flush() error { return nil }

// Close writes what is left, and the index at the end.
func (w *parquetWriter) Close() error { return w.out.Close() }
