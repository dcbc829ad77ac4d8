//go:build unix

package bundle

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// fetchedFolder is the name of the fetched bundle in the cache.
const fetchedFolder = "postgresql-" + FetchedVersion

// Fetch answers the cached bundle of FetchedVersion, fetching it first when needed.
func Fetch(ctx context.Context, cfg Config) (Bundle, error) {
	return cached(ctx, cfg, fetchedFolder, "bin", func(ctx context.Context, work string) (string, error) {
		say(cfg.Log, "fetching PostgreSQL %s, once", FetchedVersion)
		return filepath.Join(work, "pg"), runFetcher(ctx, cfg, work)
	})
}

// cached opens a folder of the cache. When it is not there, make builds it below a work folder, and it moves into place by
// one rename. A lock lets one process do this while others wait.
func cached(ctx context.Context, cfg Config, folder, bin string, make func(context.Context, string) (string, error)) (Bundle, error) {
	cache, err := host.CacheDir()
	if err != nil {
		return Bundle{}, err
	}
	final := filepath.Join(cache, folder)
	if found, err := Open(filepath.Join(final, bin)); err == nil {
		return found, nil
	}
	lock, err := host.TryLock(filepath.Join(cache, "fetch.lock"), host.Exclusive)
	if errors.Is(err, host.ErrBusy) {
		say(cfg.Log, "waiting for another process that fetches PostgreSQL")
		lock, err = host.Lock(ctx, filepath.Join(cache, "fetch.lock"), host.Exclusive)
	}
	if err != nil {
		return Bundle{}, err
	}
	defer lock.Close()
	if found, err := Open(filepath.Join(final, bin)); err == nil {
		return found, nil
	}
	sweep(cache)
	work, err := os.MkdirTemp(cache, "work-")
	if err != nil {
		return Bundle{}, err
	}
	defer os.RemoveAll(work)
	made, err := make(ctx, work)
	if err != nil {
		return Bundle{}, err
	}
	os.RemoveAll(final) // what stands there could not be opened
	if err := os.Rename(made, final); err != nil {
		return Bundle{}, err
	}
	return Open(filepath.Join(final, bin))
}

// sweep removes the work folders of processes that were killed; the caller holds the lock.
func sweep(cache string) {
	left, _ := filepath.Glob(filepath.Join(cache, "work-*"))
	for _, dir := range left {
		os.RemoveAll(dir)
	}
}

// runFetcher runs this program again as a fetcher, shows its reports, and kills it when the context ends. The child sees the
// end of this process as the end of its standard input.
func runFetcher(ctx context.Context, cfg Config, work string) error {
	if !armed.Load() {
		return errors.New("bundle.MaybeFetch was not called: make it the first call of main or TestMain")
	}
	cmd, err := host.Self("sqlq-pg-fetch", roleVariable+"="+fetchRole, workVariable+"="+work, "HOME="+work, "TMPDIR="+work)
	if err != nil {
		return err
	}
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	hold, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	defer hold.Close()
	reports, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start the fetcher: %w", err)
	}
	defer context.AfterFunc(ctx, func() { cmd.Process.Kill() })()
	return follow(ctx, cfg.Log, cmd, reports, &complaint)
}

// follow reads the reports until the child ends, and says how it went.
func follow(ctx context.Context, log io.Writer, cmd *exec.Cmd, reports io.Reader, complaint *bytes.Buffer) error {
	begin, show := time.Now(), newMeter(log)
	defer show.close()
	var last report
	lines := bufio.NewScanner(reports)
	for lines.Scan() {
		last = report{}
		if json.Unmarshal(lines.Bytes(), &last) == nil && last.Total != 0 {
			show.set(last.Done, last.Total)
		}
	}
	err := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("fetching PostgreSQL: %w", context.Cause(ctx))
	case last.Error != "":
		return errors.New(last.Error)
	case err != nil || !last.OK:
		return fmt.Errorf("the fetcher failed (%v): %s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	show.close()
	say(log, "PostgreSQL %s is ready after %.1f s", FetchedVersion, time.Since(begin).Seconds())
	return nil
}
