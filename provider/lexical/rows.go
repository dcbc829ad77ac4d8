package lexical

import (
	"encoding/binary"
	"io"
)

// rows renders the sorted hits of a Postings as COPY in binary format, a row a
// block; reading digits would cost the server more than storing the row.
type rows struct {
	p     *Postings
	next  int // first hit that is not written yet
	buf   []byte
	sent  int
	state int // copyHead, copyRows, copyDone
}

const (
	copyHead = iota
	copyRows
	copyDone
)

// oidInt4 is the element type of an int[] in binary form.
const oidInt4 = 23

func (r *rows) Read(b []byte) (int, error) {
	if r.sent == len(r.buf) {
		r.buf, r.sent = r.buf[:0], 0
		r.fill(cap(b))
		if len(r.buf) == 0 {
			return 0, io.EOF
		}
	}
	n := copy(b, r.buf[r.sent:])
	r.sent += n
	return n, nil
}

// fill renders what comes next, about size bytes.
func (r *rows) fill(size int) {
	if r.state == copyHead {
		r.buf = append(r.buf, "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
		r.state = copyRows
	}
	for len(r.buf) < size && r.next < len(r.p.hits) {
		r.block()
	}
	if r.state == copyRows && r.next == len(r.p.hits) {
		r.buf = binary.BigEndian.AppendUint16(r.buf, 0xffff)
		r.state = copyDone
	}
}

// block renders one row: up to blockSize hits of one term, weight and class.
func (r *rows) block() {
	hits := r.p.hits
	group := hits[r.next] >> 28
	end := r.next + 1
	for end < len(hits) && end-r.next < blockSize && hits[end]>>28 == group {
		end++
	}
	key := r.p.entries[r.p.order[group>>8]].term
	out := binary.BigEndian.AppendUint16(r.buf, 4)
	out = binary.BigEndian.AppendUint32(out, uint32(len(key)))
	out = append(out, key...)
	out = appendInt2(out, group>>6&3)
	out = appendInt2(out, group&63)
	n := end - r.next
	out = appendInt4s(out, uint32(20+8*n), 1, 0, oidInt4, uint32(n), 1)
	for _, h := range hits[r.next:end] {
		out = appendInt4s(out, 4, uint32(r.p.revisions[h&(1<<28-1)]))
	}
	r.buf, r.next = out, end
}

func appendInt2(out []byte, v uint64) []byte {
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint32(out, 2), uint16(v))
}

func appendInt4s(out []byte, vs ...uint32) []byte {
	for _, v := range vs {
		out = binary.BigEndian.AppendUint32(out, v)
	}
	return out
}
