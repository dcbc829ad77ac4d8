package sqlq

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// A server that ends a connection says why and closes it. When the client writes
// before it reads, the write fails and the reason stays unread: all that is told
// is a broken pipe. attentive is a connection that looks for the reason then.
type attentive struct {
	net.Conn
	last atomic.Pointer[pgconn.PgError] // why the server ended it; nil: it did not say
}

// attend makes a dial function whose connections are attentive.
func attend(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &attentive{Conn: conn}, nil
	}
}

// Read reads on and notes a last word.
func (a *attentive) Read(p []byte) (int, error) {
	n, err := a.Conn.Read(p)
	if last := lastWord(p[:n]); last != nil {
		a.last.Store(last)
	}
	return n, err
}

// Write fails with the last word of the server where there is one.
func (a *attentive) Write(p []byte) (int, error) {
	n, err := a.Conn.Write(p)
	if err == nil {
		return n, nil
	}
	if a.last.Load() == nil {
		a.listen()
	}
	if last := a.last.Load(); last != nil {
		err = fmt.Errorf("%w (%w)", last, err)
	}
	return n, err
}

// listen reads what the server has sent before it closed. Nothing else reads it
// from a connection that cannot be written to; whoever does so now notes it too.
func (a *attentive) listen() {
	if a.SetReadDeadline(time.Now().Add(100*time.Millisecond)) != nil {
		return // closed on this side
	}
	buf := make([]byte, 8<<10)
	for a.last.Load() == nil {
		if _, err := a.Read(buf); err != nil {
			return
		}
	}
}

// lastWord finds the message that ends a connection: nothing follows it.
func lastWord(data []byte) *pgconn.PgError {
	const longest, header = 4 << 10, 5
	data = data[max(0, len(data)-longest):]
	mark := bytes.LastIndex(data, []byte("VFATAL\x00"))
	for at := mark - header; at >= 0; at-- {
		body := data[at+header:]
		if data[at] != 'E' || int(binary.BigEndian.Uint32(data[at+1:])) != len(body)+header-1 {
			continue
		}
		var message pgproto3.ErrorResponse
		if message.Decode(body) == nil {
			return pgconn.ErrorResponseToPgError(&message)
		}
	}
	return nil
}
