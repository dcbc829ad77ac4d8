package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sqlq-dev/sqlq/pglocal"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// asCommand makes the test binary run as the command itself.
const asCommand = "SQLQ_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	pgtest.Main(m)
}

// TestScripts runs testdata/script, which needs no database.
func TestScripts(t *testing.T) {
	eachScript(t, "testdata/script", func(*testing.T, *testscript.Env) {})
}

// TestDatabaseScripts runs testdata/db, each script on a database of its own.
func TestDatabaseScripts(t *testing.T) {
	eachScript(t, "testdata/db", func(t *testing.T, env *testscript.Env) {
		dsn := pgtest.DB(t)
		env.Setenv("DATABASE_URL", dsn)
		env.Setenv("DSN", dsn)
	})
}

// TestLocalScripts runs testdata/local, each script with a local server of its
// own.
func TestLocalScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers of its own")
	}
	cache, err := pglocal.CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	eachScript(t, "testdata/local", func(t *testing.T, env *testscript.Env) {
		env.Setenv("SQLQ_CACHE_DIR", cache)
		env.Setenv("SQLQ_DATA_DIR", serverFolder(t))
	})
}

// serverFolder makes a folder that the account of the server can reach, and
// takes it away with the server.
func serverFolder(t *testing.T) string {
	dir, err := os.MkdirTemp("/tmp", "sqlq-cmd-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(dir, "pg")
	t.Cleanup(func() {
		_, err := pglocal.Stop(context.Background(), pglocal.Config{Root: root}, true)
		if err = errors.Join(err, os.RemoveAll(dir)); err != nil {
			t.Error(err)
		}
	})
	return root
}

func eachScript(t *testing.T, dir string, prepare func(*testing.T, *testscript.Env)) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in %s: %v", dir, err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, testscript.Params{
				Files:               []string{file},
				RequireExplicitExec: true,
				UpdateScripts:       os.Getenv("UPDATE") != "",
				Cmds: map[string]func(*testscript.TestScript, bool, []string){
					"sqlq": sqlqStep,
					"exit": exitStep,
				},
				Setup: func(env *testscript.Env) error {
					env.Setenv(asCommand, "1")
					env.Setenv("HOME", env.WorkDir)
					env.Setenv("SELF", self)
					prepare(t, env)
					return nil
				},
			})
		})
	}
}

// sqlqStep runs the command: `sqlq query …`, or `! sqlq query …` when it must
// fail.
func sqlqStep(ts *testscript.TestScript, neg bool, args []string) {
	want := 0
	if neg {
		want = 1
	}
	runStep(ts, want, args)
}

// exitStep runs the command and checks its exit code: `exit 2 sqlq query …`.
func exitStep(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 || args[1] != "sqlq" {
		ts.Fatalf("usage: exit CODE sqlq ARGS")
	}
	code, err := strconv.Atoi(args[0])
	ts.Check(err)
	runStep(ts, code, args[2:])
}

func runStep(ts *testscript.TestScript, want int, args []string) {
	self, err := os.Executable()
	ts.Check(err)
	err = ts.Exec(self, args...)
	code := 0
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d instead of %d", code, want)
	}
}

// call runs the command in this process.
func call(t *testing.T, stdin string, env map[string]string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, &errs, func(name string) string { return env[name] })
	return out.String(), errs.String(), code
}
