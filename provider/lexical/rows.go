package lexical

import (
	"context"
	"encoding/binary"
	"io"

	"github.com/sqlq-dev/sqlq/provider"
)

// rows renders uses as COPY in binary format; reading digits would cost the
// server more than storing the row. One table is made at a time, while the
// server stores what it has of it, so that memory holds a few rows alone.
type rows struct {
	*grouped
	lo, hi int // revisions from, until before
	term   func(out []byte, key string, uses []use) []byte
	next   int // term that is not written yet
	buf    []byte
	sent   int
	state  int // copyHead, copyRows, copyDone
}

const (
	copyHead = iota
	copyRows
	copyDone
)

// copy writes a table from the uses of the revisions from lo until before hi.
// Nothing is sent when there is no row.
func (g *grouped) copy(ctx context.Context, tx provider.Session, into string, lo, hi int, term func([]byte, string, []use) []byte) error {
	r := &rows{grouped: g, lo: lo, hi: hi, term: term}
	for r.next < len(r.keys) && len(r.buf) == 0 {
		r.fill(1)
	}
	if len(r.buf) == 0 {
		return nil
	}
	return tx.Copy(ctx, "copy sqlq."+into+" from stdin with (format binary)", r)
}

func (r *rows) Read(b []byte) (int, error) {
	if r.sent == len(r.buf) {
		r.buf, r.sent = r.buf[:0], 0
		r.fill(cap(b))
	}
	if r.state == copyHead {
		r.state = copyRows
		r.buf = append([]byte("PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"), r.buf...)
	}
	if r.state == copyRows && r.next == len(r.keys) {
		r.state = copyDone
		r.buf = binary.BigEndian.AppendUint16(r.buf, 0xffff)
	}
	if len(r.buf) == r.sent {
		return 0, io.EOF
	}
	n := copy(b, r.buf[r.sent:])
	r.sent += n
	return n, nil
}

// fill renders what comes next, about size bytes.
func (r *rows) fill(size int) {
	for len(r.buf) < size && r.next < len(r.keys) {
		if uses := r.grouped.term(r.next, r.lo, r.hi); len(uses) > 0 {
			r.buf = r.term(r.buf, r.keys[r.next], uses)
		}
		r.next++
	}
}

// appendRow starts a row of so many columns, of which the first is the term.
func appendRow(out []byte, columns uint16, key string) []byte {
	out = binary.BigEndian.AppendUint16(out, columns)
	out = binary.BigEndian.AppendUint32(out, uint32(len(key)))
	return append(out, key...)
}

func appendInt2(out []byte, v int) []byte {
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint32(out, 2), uint16(v))
}

func appendInt4(out []byte, v int) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(out, 4), uint32(v))
}

// oidInt4 is the element type of an int[] in binary form.
const oidInt4 = 23

// appendRevisions writes an int[].
func appendRevisions(out []byte, uses []use) []byte {
	n := len(uses)
	for _, v := range []int{20 + 8*n, 1, 0, oidInt4, n, 1} {
		out = binary.BigEndian.AppendUint32(out, uint32(v))
	}
	for _, u := range uses {
		out = appendInt4(out, u.revision())
	}
	return out
}
