//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// TestInterrupt presses Ctrl-C while the server works: the command ends with its
// own exit code and the server does not go on.
func TestInterrupt(t *testing.T) {
	dsn := pgtest.DB(t)
	env := map[string]string{"DATABASE_URL": dsn}
	if _, stderr, code := call(t, "", env, "migrate", "up"); code != exitOK {
		t.Fatal(stderr)
	}
	conn := pgtest.Connect(t, dsn)
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context()) //nolint:errcheck // the database goes
	if _, err := tx.Exec(t.Context(), "lock table sqlq.live, sqlq.object in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	watcher := pgtest.Connect(t, dsn)
	for name, test := range map[string]struct {
		args  []string
		stdin string
	}{
		"query": {[]string{"query", `CONTEXT FOR "retry"`}, ""},
		"load":  {[]string{"load", "-"}, `{"kind":"object","id":"a","type":"b"}` + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := command(t, dsn, test.args...)
			cmd.Stdin = strings.NewReader(test.stdin)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			wait(t, "the statement to wait for the lock", func() bool { return working(t, watcher) == 1 })
			interrupt(t, cmd)
			if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(stderr.String(), "interrupted") {
				t.Errorf("exit code %d: %s", code, stderr.String())
			}
			wait(t, "the server to stop working", func() bool { return working(t, watcher) == 0 })
		})
	}
}

// TestInterruptInput presses Ctrl-C while the command waits for standard input.
func TestInterruptInput(t *testing.T) {
	code := -1
	for pause := 200 * time.Millisecond; code == -1 && pause < 10*time.Second; pause *= 3 { // until it listens to signals
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer write.Close()
		defer read.Close()
		cmd := command(t, "", "query")
		cmd.Stdin = read
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(pause)
		interrupt(t, cmd)
		code = cmd.ProcessState.ExitCode()
	}
	if code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}

func command(t *testing.T, dsn string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "DATABASE_URL="+dsn)
	return cmd
}

// interrupt sends the signal of Ctrl-C and waits for the end of the command.
func interrupt(t *testing.T, cmd *exec.Cmd) {
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		cmd.Process.Kill() //nolint:errcheck // the test has failed
		t.Fatal("it goes on after Ctrl-C")
	}
}

// working counts the statements of the command that the server is at.
func working(t *testing.T, conn *pgx.Conn) (n int) {
	err := conn.QueryRow(t.Context(), `select count(*) from pg_stat_activity
		where datname = current_database() and application_name = 'sqlq' and wait_event_type = 'Lock'`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func wait(t *testing.T, what string, until func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !until(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("gave up waiting for " + what)
		}
	}
}
