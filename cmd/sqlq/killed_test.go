//go:build unix

package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq/tests/pgtest"
	"github.com/sqlq-dev/sqlq/tests/segtest"
)

// TestKilled ends the process without a warning while it loads or works on the
// index. What it leaves is what was there before or, if it was past the commit, what
// the same call makes of that.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("loads several times")
	}
	dsn := pgtest.DB(t)
	env := map[string]string{"DATABASE_URL": dsn}
	must := func(args ...string) {
		t.Helper()
		if _, stderr, code := call(t, "", env, args...); code != exitOK {
			t.Fatalf("%v: %s", args, stderr)
		}
	}
	must("migrate", "up")
	h := segtest.NewHistory(5)
	first, second := t.TempDir()+"/first.ndjson", t.TempDir()+"/second.ndjson"
	for name, text := range map[string]string{first: h.Load(10_000), second: h.Load(12_000)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	must("load", "--no-seal", first)
	conn := pgtest.Connect(t, dsn)
	for _, args := range [][]string{{"load", second}, {"index", "rebuild", "--no-seal"}, {"index", "seal"}, {"index", "rebuild"}} {
		before, killed := segtest.ReadIndex(t, conn), 0
		var left []segtest.Index // other than before
		for i := range 3 {
			cmd := command(t, dsn, args...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(time.Duration(150<<i)*time.Millisecond, func() { cmd.Process.Kill() }) //nolint:errcheck // may be over
			if cmd.Wait() != nil {
				killed++
				wait(t, "the server to notice", func() bool {
					var n int
					err := conn.QueryRow(t.Context(), "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'sqlq'").Scan(&n)
					return err == nil && n == 0
				})
				segtest.CheckStrings(t, conn, false)
				if now := segtest.ReadIndex(t, conn); now.Diff(before) != "" {
					left = append(left, now)
				}
			}
			timer.Stop()
		}
		if killed == 0 {
			t.Errorf("%s was never killed", strings.Join(args, " "))
		}
		must(args...)
		segtest.CheckStrings(t, conn, false)
		for _, then := range left {
			if diff := segtest.ReadIndex(t, conn).Diff(then); diff != "" {
				t.Errorf("%v, killed, leaves half an index: %s", args, diff)
			}
		}
	}
}
