//go:build unix

package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"runtime"
	"time"
)

const (
	dialPatience   = 10 * time.Second
	headerPatience = 30 * time.Second
	stallPatience  = 30 * time.Second
)

// digests pins the archive per system; elsewhere the server's own checksum must do.
var digests = map[string]string{
	"linux-amd64": "401d4e69baba9072d3772607710df0d47b39a7632c6b01b2a5f5d85a9514e212",
}

// wire is the transport of a fetcher: it counts and hashes the archive, notices a line that went silent, demands that archive
// and checksum are both there, and keeps the true reason of a failure.
type wire struct {
	base     http.RoundTripper
	progress func(done, total int64)
	archive  hash.Hash
	failure  error
}

func transport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: dialPatience}).DialContext
	t.ResponseHeaderTimeout = headerPatience
	return t
}

// RoundTrip answers one request; the first one is for the archive, a later one for its checksum.
func (w *wire) RoundTrip(request *http.Request) (*http.Response, error) {
	if w.archive != nil {
		if want := digests[runtime.GOOS+"-"+runtime.GOARCH]; want != "" && want != hex.EncodeToString(w.archive.Sum(nil)) && !musl() {
			return nil, w.fail(errors.New("the archive of PostgreSQL is not the one this program knows: it was not unpacked"))
		}
	}
	response, err := w.base.RoundTrip(request)
	if err != nil {
		return nil, w.fail(fmt.Errorf("no connection to the package server: %w", err))
	}
	if response.StatusCode/100 == 3 {
		return response, nil
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, w.fail(fmt.Errorf("the package server answered %s for this system", response.Status))
	}
	body := &counted{wire: w, body: response.Body, total: response.ContentLength}
	if w.archive == nil {
		w.archive = sha256.New()
		body.sum = w.archive
	}
	body.watchdog = time.AfterFunc(stallPatience, func() { response.Body.Close() })
	response.Body = body
	return response, nil
}

func (w *wire) fail(err error) error {
	if w.failure == nil {
		w.failure = err
	}
	return err
}

// counted is the body of an answer, on its way.
type counted struct {
	wire        *wire
	body        io.ReadCloser
	sum         hash.Hash // of the archive only
	done, total int64
	told        time.Time
	watchdog    *time.Timer
}

func (c *counted) Read(buffer []byte) (int, error) {
	n, err := c.body.Read(buffer)
	c.watchdog.Reset(stallPatience)
	c.done += int64(n)
	if err != nil && err != io.EOF {
		c.wire.fail(fmt.Errorf("the download broke off after %d bytes: %w", c.done, err))
	}
	if c.sum != nil {
		c.sum.Write(buffer[:n])
		if now := time.Now(); c.total > 0 && (err == io.EOF || now.Sub(c.told) > 100*time.Millisecond) {
			c.wire.progress(c.done, c.total)
			c.told = now
		}
	}
	return n, err
}

func (c *counted) Close() error {
	c.watchdog.Stop()
	return c.body.Close()
}
