//go:build unix

package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"

	embedded "github.com/fergusstrange/embedded-postgres"
)

// The environment variables by which this program, run again, knows that it is a fetcher.
const (
	roleVariable = "SQLQ_PG_ROLE"
	workVariable = "SQLQ_PG_WORK"
	fetchRole    = "fetch"
)

// armed says that MaybeFetch was called, so that running this program again does not run all of it.
var armed atomic.Bool

// report is one line of what a fetcher tells its parent.
type report struct {
	Done  int64  `json:"done,omitempty"`
	Total int64  `json:"total,omitempty"`
	Error string `json:"error,omitempty"`
	OK    bool   `json:"ok,omitempty"`
}

// MaybeFetch does a fetcher's work and exits in a process that was started as one; elsewhere it returns at once.
func MaybeFetch() {
	armed.Store(true)
	if os.Getenv(roleVariable) != fetchRole {
		return
	}
	work := os.Getenv(workVariable)
	go func() { // the parent's end
		io.Copy(io.Discard, os.Stdin)
		os.RemoveAll(work)
		os.Exit(1)
	}()
	syscall.Umask(0o022)
	reports := json.NewEncoder(os.Stdout)
	if err := download(work, func(done, total int64) { reports.Encode(report{Done: done, Total: total}) }); err != nil {
		reports.Encode(report{Error: err.Error()})
		os.Exit(1)
	}
	reports.Encode(report{OK: true})
	os.Exit(0)
}

// download lets the library fetch, verify and unpack the server into work/pg. The library would go on to make a cluster and start
// it; a data folder that cannot exist, because it lies below a plain file, ends it at the step after unpacking.
func download(work string, progress func(done, total int64)) error {
	plain := filepath.Join(work, "plain-file")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		return err
	}
	line := &wire{base: transport(), progress: progress}
	http.DefaultTransport = line
	err := embedded.NewDatabase(embedded.DefaultConfig().
		Version(embedded.PostgresVersion(FetchedVersion)).
		Port(0).
		CachePath(work).
		RuntimePath(filepath.Join(work, "run")).
		BinariesPath(filepath.Join(work, "pg")).
		DataPath(filepath.Join(plain, "data")).
		Logger(io.Discard)).Start()
	switch {
	case line.failure != nil:
		return line.failure
	case err == nil:
		return errors.New("the fetched server started where it cannot")
	case !strings.Contains(err.Error(), plain):
		return fmt.Errorf("unpacking PostgreSQL: %w", err)
	}
	return nil
}
