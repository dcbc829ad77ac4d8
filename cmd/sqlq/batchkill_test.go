//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq/sample"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// batchPlace is a database with the sample and a file of tasks of which every
// seventh is none.
func batchPlace(t *testing.T, tasks int) (dsn, file string) {
	t.Helper()
	dsn = pgtest.DB(t)
	env := map[string]string{"DATABASE_URL": dsn}
	if _, stderr, code := call(t, "", env, "migrate", "up"); code != exitOK {
		t.Fatal(stderr)
	}
	records, err := io.ReadAll(sample.Records())
	if err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := call(t, string(records), env, "load", "-"); code != exitOK {
		t.Fatal(stderr)
	}
	words := strings.Fields("surge alarm late storm gauge offset residual keepalive incident change tide level sensor")
	var text bytes.Buffer
	for i := range tasks {
		query := fmt.Sprintf("CONTEXT FOR \"%s %s\" BUDGET %d TOKENS", words[i%len(words)], words[i*7%11], 300+i%90)
		if i%7 == 6 {
			query = "CONTEXT FOR nothing"
		}
		line, err := json.Marshal(map[string]any{"id": i, "query": query})
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(line, '\n'))
	}
	file = filepath.Join(t.TempDir(), "tasks.ndjson")
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return dsn, file
}

func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestBatchKilled kills batches at random moments, kills the connections of
// others, interrupts others, and goes on with them: in the end the output is, to
// the byte, that of a batch that nobody has disturbed.
func TestBatchKilled(t *testing.T) {
	tasks := 210
	if os.Getenv("SQLQ_FULL") != "" {
		tasks = 1400
	}
	dsn, file := batchPlace(t, tasks)
	admin := pgtest.Connect(t, dsn)
	var one sync.Mutex // the disturbance of a round may last into the next one
	ways := map[string]func(*exec.Cmd){
		"kill":      func(cmd *exec.Cmd) { cmd.Process.Kill() },                  //nolint:errcheck // it may have ended
		"interrupt": func(cmd *exec.Cmd) { cmd.Process.Signal(syscall.SIGTERM) }, //nolint:errcheck // likewise
		"lost": func(*exec.Cmd) {
			one.Lock()
			defer one.Unlock()
			admin.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and pid <> pg_backend_pid()`) //nolint:errcheck // the outcome tells
		},
	}
	for _, format := range []string{"ndjson", "csv"} {
		for way, disturb := range ways {
			if format == "csv" && way != "kill" && os.Getenv("SQLQ_FULL") == "" {
				continue
			}
			t.Run(format+"/"+way, func(t *testing.T) {
				out := filepath.Join(t.TempDir(), "out."+format)
				codes := map[int]int{}
				rounds := 0
				for code := -2; code != exitFailed; rounds++ {
					args := []string{"batch", file, "--out", out, "-j", "2"}
					if _, err := os.Stat(out + ".batch"); err == nil {
						args = append(args, "--resume")
					}
					code = disturbed(t, command(t, dsn, args...), time.Duration(rand.IntN(1200))*time.Millisecond, disturb)
					if codes[code]++; rounds > 200 {
						t.Fatalf("it does not come to an end: %v", codes)
					}
				}
				header, _, _ := strings.Cut(content(t, out+".batch"), "\n")
				var begun struct{ Now string }
				if err := json.Unmarshal([]byte(header), &begun); err != nil {
					t.Fatal(err)
				}
				whole := filepath.Join(t.TempDir(), "whole."+format)
				_, stderr, code := call(t, "", map[string]string{"DATABASE_URL": dsn}, "batch", file, "--out", whole, "--now", begun.Now)
				if code != exitFailed {
					t.Fatalf("exit code %d: %s", code, stderr)
				}
				if content(t, out) != content(t, whole) || content(t, out+".errors.ndjson") != content(t, whole+".errors.ndjson") {
					t.Errorf("after %d rounds the output is another; failed are\n%s", rounds, strings.Join(slices.Concat(
						notIn(content(t, out+".errors.ndjson"), content(t, whole+".errors.ndjson")), []string{"instead of"},
						notIn(content(t, whole+".errors.ndjson"), content(t, out+".errors.ndjson")), []string{"and written are"},
						notIn(content(t, out), content(t, whole)), []string{"instead of"}, notIn(content(t, whole), content(t, out))), "\n"))
				}
				if n := strings.Count(content(t, whole+".errors.ndjson"), "\n"); n != tasks/7 {
					t.Errorf("%d tasks have failed, want %d", n, tasks/7)
				}
				t.Logf("ended by %s, exit codes %v", way, codes)
				for code := range codes {
					// -1 is a kill, also by a signal that came before anybody listened.
					if want := map[string]int{"interrupt": exitInterrupted, "lost": exitUnreachable}[way]; code != want && code != exitFailed && code != -1 {
						t.Errorf("exit code %d", code)
					}
				}
			})
		}
	}
}

// notIn lists the first lines of a text that another does not have.
func notIn(text, other string) (out []string) {
	have := map[string]bool{}
	for line := range strings.Lines(other) {
		have[line] = true
	}
	for line := range strings.Lines(text) {
		if !have[line] && len(out) < 5 {
			out = append(out, line)
		}
	}
	return out
}

// disturbed runs a command, disturbs it after a while and answers its exit code.
func disturbed(t *testing.T, cmd *exec.Cmd, after time.Duration, disturb func(*exec.Cmd)) int {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { disturb(cmd) })
	cmd.Wait() //nolint:errcheck // the exit code tells
	timer.Stop()
	code := cmd.ProcessState.ExitCode()
	if code == exitUsage {
		t.Fatal(stderr.String())
	}
	return code
}

// A reader that takes its time holds the batch back, and Ctrl-C ends it all the
// same. Tasks that come slowly are answered as they come.
func TestBatchPipes(t *testing.T) {
	dsn, _ := batchPlace(t, 0)
	cmd := command(t, dsn, "batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 1<<16)
	for range 3 {
		fmt.Fprintln(in, `{"query":"CONTEXT FOR \"surge\" MAX OBJECTS 1"}`)
		if n, err := out.Read(buf); err != nil || !bytes.HasPrefix(buf[:n], []byte(`{"id":"`)) {
			t.Fatalf("%q, %v", buf[:n], err)
		}
	}
	interrupt(t, cmd)
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}
