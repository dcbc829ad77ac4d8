//go:build unix

package pglocal_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq/pglocal"
)

func TestStartJoinAndStartAgain(t *testing.T) {
	t.Setenv("PGDATA", "/nonexistent")
	t.Setenv("PGPORT", "1")
	cfg := newRoot(t)
	first := start(t, cfg)
	second := start(t, cfg)
	if !first.Launched() || second.Launched() {
		t.Errorf("launched: %v, then %v", first.Launched(), second.Launched())
	}
	if lower := ask(t, second, "select lower('É')"); lower != "é" {
		t.Errorf("the lower case of É is %q", lower)
	}
	if limit := ask(t, second, "show temp_file_limit"); limit != "2GB" {
		t.Errorf("temp_file_limit is %s", limit)
	}
	first.Close()
	ask(t, second, "select 'still there'")
	second.Close()
	awaitGone(t, cfg)
	begin := time.Now()
	if !start(t, cfg).Launched() {
		t.Error("the second life was joined, not launched")
	}
	t.Logf("warm start %s", time.Since(begin).Round(time.Millisecond))
}

func TestManyAtOnceShareOneServer(t *testing.T) {
	cfg := newRoot(t)
	var answers []func() string
	for range 4 {
		_, answer := child(t, cfg)
		answers = append(answers, answer)
	}
	launched := 0
	for _, answer := range answers {
		switch said := answer(); said {
		case "launched true":
			launched++
		case "launched false":
		default:
			t.Error(said)
		}
	}
	if launched != 1 {
		t.Errorf("%d processes launched a server", launched)
	}
}

func TestKilledUserLeavesNoServer(t *testing.T) {
	cfg := newRoot(t)
	user, answer := child(t, cfg)
	if said := answer(); said != "launched true" {
		t.Fatal(said)
	}
	user.Process.Kill()
	awaitGone(t, cfg)
}

func TestKilledFirstStartHarmsNothing(t *testing.T) {
	cfg := newRoot(t)
	for _, wait := range []time.Duration{20, 60, 120, 250} {
		user, _ := child(t, cfg)
		time.Sleep(wait * time.Millisecond)
		user.Process.Kill()
	}
	start(t, cfg)
	if left, _ := filepath.Glob(filepath.Join(cfg.Root, "data.new-*")); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestKeptServerOutlivesItsUserUntilStop(t *testing.T) {
	cfg := newRoot(t)
	for range 2 {
		state, err := pglocal.Keep(t.Context(), cfg)
		if err != nil || !state.Running || !state.Kept {
			t.Fatalf("kept: %+v, %v", state, err)
		}
	}
	time.Sleep(50 * time.Millisecond)
	if start(t, cfg).Launched() {
		t.Error("the kept server was not there")
	}
	state, err := pglocal.Stop(t.Context(), cfg, false)
	if !errors.Is(err, pglocal.ErrInUse) || !state.Running || state.Kept {
		t.Errorf("stopped under a user: %+v, %v", state, err)
	}
	state, err = pglocal.Stop(t.Context(), cfg, true)
	if err != nil || state.Running {
		t.Errorf("not stopped by force: %+v, %v", state, err)
	}
}

func TestStopEndsAnUnusedServer(t *testing.T) {
	cfg := newRoot(t)
	if _, err := pglocal.Keep(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	if state, err := pglocal.Stop(t.Context(), cfg, false); err != nil || state.Running || state.InUse {
		t.Errorf("not stopped: %+v, %v", state, err)
	}
	if state, err := pglocal.Stop(t.Context(), cfg, false); err != nil || state.Running {
		t.Errorf("stopping nothing: %+v, %v", state, err)
	}
}

func TestDeadServerIsReplaced(t *testing.T) {
	cfg := newRoot(t)
	start(t, cfg)
	state, err := pglocal.Status(cfg)
	if err != nil {
		t.Fatal(err)
	}
	syscall.Kill(state.PID, syscall.SIGKILL)
	for end := time.Now().Add(5 * time.Second); state.Running && time.Now().Before(end); time.Sleep(time.Millisecond) {
		state, _ = pglocal.Status(cfg)
	}
	if server := start(t, cfg); !server.Launched() {
		t.Error("joined a dead server")
	}
}

func TestPidFileOfAnotherProcessIsStale(t *testing.T) {
	cfg := newRoot(t)
	start(t, cfg).Close()
	awaitGone(t, cfg)
	file := filepath.Join(cfg.Root, "data", "postmaster.pid")
	text := strconv.Itoa(os.Getppid()) + "\n" + cfg.Root + "/data\n1\n5432\n" + cfg.Root + "/s\n\n1 1\nready\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if state, _ := pglocal.Status(cfg); state.Running {
		t.Errorf("another process is taken for the server: %+v", state)
	}
	os.Remove(file)
}

func TestDataOfAnotherVersionIsRefusedAndKept(t *testing.T) {
	cfg := newRoot(t)
	data := filepath.Join(cfg.Root, "data")
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	version := filepath.Join(data, "PG_VERSION")
	if err := os.WriteFile(version, []byte("12\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := pglocal.Start(t.Context(), cfg)
	if err == nil || !strings.Contains(err.Error(), "was made by PostgreSQL 12") {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(version); err != nil || string(text) != "12\n" {
		t.Errorf("the data was touched: %q, %v", text, err)
	}
}

func TestFailedStartQuotesTheLog(t *testing.T) {
	cfg := newRoot(t)
	cfg.Settings = []string{"work_mem=nonsense"}
	_, err := pglocal.Start(t.Context(), cfg)
	if err == nil || !strings.Contains(err.Error(), `invalid value for parameter "work_mem"`) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pglocal.Start(ctx, cfg); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestLongPathPutsTheSocketElsewhere(t *testing.T) {
	cfg := newRoot(t)
	outer := cfg.Root
	cfg.Root = filepath.Join(outer, strings.Repeat("long, folder ", 8))
	server := start(t, cfg)
	ask(t, server, "select 'hello'")
	if got := ask(t, server, "show data_directory"); got != filepath.Join(cfg.Root, "data") {
		t.Errorf("data in %s", got)
	}
	server.Close()
	awaitGone(t, cfg)
	if err := pglocal.Remove(t.Context(), cfg); err != nil {
		t.Error(err)
	}
}

func TestRemoveWaitsForTheLastUser(t *testing.T) {
	cfg := newRoot(t)
	server := start(t, cfg)
	if err := pglocal.Remove(t.Context(), cfg); !errors.Is(err, pglocal.ErrInUse) {
		t.Errorf("error %v", err)
	}
	server.Close()
	awaitGone(t, cfg)
	if err := pglocal.Remove(t.Context(), cfg); err != nil {
		t.Error(err)
	}
	if state, _ := pglocal.Status(cfg); state.Major != 0 {
		t.Errorf("the data is still there: %+v", state)
	}
}
