package store

import (
	"context"
	"encoding/binary"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
)

// copier runs COPY on a transaction's connection.
type copier struct{ tx pgx.Tx }

// Copy streams rows into the table that sql names, in the format that it names.
func (c copier) Copy(ctx context.Context, sql string, rows io.Reader) error {
	_, err := c.tx.Conn().PgConn().CopyFrom(ctx, rows, sql)
	return err
}

// copyRows copies the rows of n records into columns; row writes those of record
// i. They are made as COPY asks for them, so that the server stores the first
// while the last are still being made, and in its binary format, which it need
// not parse.
func (l *loader) copyRows(columns string, n int, row func(out *copyRow, i int)) error {
	if n == 0 {
		return nil
	}
	r := &rowReader{n: n, row: row}
	r.bytes = append(r.bytes, "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	return copier{l.tx}.Copy(l.ctx, "copy "+columns+" from stdin (format binary)", r)
}

// rowReader is the text of a COPY.
type rowReader struct {
	copyRow
	n    int // records
	row  func(out *copyRow, i int)
	at   int
	sent int
}

func (r *rowReader) Read(b []byte) (int, error) {
	if r.sent == len(r.bytes) {
		r.bytes, r.sent = r.bytes[:0], 0
	}
	for len(r.bytes) < len(b) && r.at <= r.n {
		if r.at < r.n {
			r.row(&r.copyRow, r.at)
		} else {
			r.bytes = append(r.bytes, 0xff, 0xff)
		}
		r.at++
	}
	if r.sent == len(r.bytes) {
		return 0, io.EOF
	}
	n := copy(b, r.bytes[r.sent:])
	r.sent += n
	return n, nil
}

// copyRow writes rows: the number of columns, then the columns. Each method is
// named for the type of the column that it fills.
type copyRow struct{ bytes []byte }

func (c *copyRow) columns(n int) { c.bytes = binary.BigEndian.AppendUint16(c.bytes, uint16(n)) }

func (c *copyRow) size(n int) { c.bytes = binary.BigEndian.AppendUint32(c.bytes, uint32(n)) }

func (c *copyRow) null() { c.size(-1) }

func (c *copyRow) smallint(n int) {
	c.size(2)
	c.bytes = binary.BigEndian.AppendUint16(c.bytes, uint16(n))
}

func (c *copyRow) int(n int) {
	c.size(4)
	c.bytes = binary.BigEndian.AppendUint32(c.bytes, uint32(n))
}

func (c *copyRow) maybeInt(n *int) {
	if n == nil {
		c.null()
		return
	}
	c.int(*n)
}

func (c *copyRow) bigint(n int64) {
	c.size(8)
	c.bytes = binary.BigEndian.AppendUint64(c.bytes, uint64(n))
}

func (c *copyRow) boolean(b bool) {
	c.size(1)
	c.bytes = append(c.bytes, byte(flag(b)))
}

func (c *copyRow) text(s string) {
	c.size(len(s))
	c.bytes = append(c.bytes, s...)
}

func (c *copyRow) maybeText(s *string) {
	if s == nil {
		c.null()
		return
	}
	c.text(*s)
}

func (c *copyRow) bytea(b []byte) {
	c.size(len(b))
	c.bytes = append(c.bytes, b...)
}

func (c *copyRow) jsonb(text []byte) {
	c.size(1 + len(text))
	c.bytes = append(c.bytes, 1) // version of the format
	c.bytes = append(c.bytes, text...)
}

// oidText is the element type of a text[].
const oidText = 25

func (c *copyRow) texts(words []string) {
	if len(words) == 0 {
		c.size(12)
		c.size(0) // dimensions
		c.size(0)
		c.size(oidText)
		return
	}
	start := len(c.bytes)
	c.size(0)
	for _, n := range []int{1, 0, oidText, len(words), 1} {
		c.size(n)
	}
	for _, w := range words {
		c.text(w)
	}
	binary.BigEndian.PutUint32(c.bytes[start:], uint32(len(c.bytes)-start-4))
}

// epoch is when the time of a server begins, in microseconds since 1970.
const epoch = 946_684_800_000_000

// timestamptz writes microseconds since 1970, or an infinity.
func (c *copyRow) timestamptz(micros int64) {
	if micros != never && micros != always {
		micros -= epoch
	}
	c.bigint(micros)
}

// maybeTimestamptz writes a time, null for none.
func (c *copyRow) maybeTimestamptz(t *time.Time) {
	if t == nil {
		c.null()
		return
	}
	c.timestamptz(t.UnixMicro())
}
