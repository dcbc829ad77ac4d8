package store

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// copier runs COPY on a transaction's connection.
type copier struct{ tx pgx.Tx }

// Copy streams rows in text format into the table that sql names.
func (c copier) Copy(ctx context.Context, sql string, rows io.Reader) error {
	_, err := c.tx.Conn().PgConn().CopyFrom(ctx, rows, sql)
	return err
}

// copyText builds rows of COPY text format.
type copyText struct {
	buf   bytes.Buffer
	first bool
}

func (c *copyText) column() {
	if c.first {
		c.buf.WriteByte('\t')
	}
	c.first = true
}

func (c *copyText) end() {
	c.buf.WriteByte('\n')
	c.first = false
}

func (c *copyText) null() {
	c.column()
	c.buf.WriteString(`\N`)
}

func (c *copyText) raw(s string) {
	c.column()
	c.buf.WriteString(s)
}

func (c *copyText) int(n int64) {
	c.column()
	c.buf.Write(strconv.AppendInt(c.buf.AvailableBuffer(), n, 10))
}

func (c *copyText) maybeInt(n *int) {
	if n == nil {
		c.null()
		return
	}
	c.int(int64(*n))
}

func (c *copyText) bool(b bool) {
	if b {
		c.raw("t")
	} else {
		c.raw("f")
	}
}

func (c *copyText) time(t time.Time) { c.raw(t.UTC().Format("2006-01-02 15:04:05.999999Z")) }

// maybeTime writes a time, or what stands for none.
func (c *copyText) maybeTime(t *time.Time, none string) {
	if t == nil {
		c.raw(none)
		return
	}
	c.time(*t)
}

// text escapes what the format reserves.
func (c *copyText) text(s string) {
	c.column()
	from := 0
	for i := 0; i < len(s); i++ {
		var e byte
		switch s[i] {
		case '\\':
			e = '\\'
		case '\n':
			e = 'n'
		case '\r':
			e = 'r'
		case '\t':
			e = 't'
		default:
			continue
		}
		c.buf.WriteString(s[from:i])
		c.buf.WriteByte('\\')
		c.buf.WriteByte(e)
		from = i + 1
	}
	c.buf.WriteString(s[from:])
}

func (c *copyText) maybeText(s *string) {
	if s == nil {
		c.null()
		return
	}
	c.text(*s)
}

// words writes an array of vocabulary words, which need no quotes.
func (c *copyText) words(words []string) {
	c.column()
	c.buf.WriteByte('{')
	for i, w := range words {
		if i > 0 {
			c.buf.WriteByte(',')
		}
		c.buf.WriteString(w)
	}
	c.buf.WriteByte('}')
}

func (c *copyText) flush(ctx context.Context, db copier, sql string) error {
	if c.buf.Len() == 0 {
		return nil
	}
	err := db.Copy(ctx, sql, &c.buf)
	c.buf.Reset()
	return err
}

// rowReader makes rows as COPY asks for them, so that the server stores the first
// while the last are still being made.
type rowReader struct {
	copyText
	n   int // records
	row func(out *copyText, i int)
	at  int
}

// copyRows copies the rows of n records; row writes those of record i.
func copyRows(ctx context.Context, db copier, sql string, n int, row func(out *copyText, i int)) error {
	if n == 0 {
		return nil
	}
	return db.Copy(ctx, sql, &rowReader{n: n, row: row})
}

func (r *rowReader) Read(b []byte) (int, error) {
	for r.buf.Len() < len(b) && r.at < r.n {
		r.row(&r.copyText, r.at)
		r.at++
	}
	return r.buf.Read(b)
}

// instant writes microseconds since 1970, or an infinity.
func (c *copyText) instant(micros int64) {
	switch micros {
	case never:
		c.raw("infinity")
	case always:
		c.raw("-infinity")
	default:
		c.time(time.UnixMicro(micros))
	}
}
