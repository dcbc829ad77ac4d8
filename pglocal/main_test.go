//go:build unix

package pglocal_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/pglocal"
	"github.com/sqlq-dev/sqlq/pglocal/bundle"
)

// childVariable makes the test binary a mere user of the server in this folder.
const childVariable = "PGLOCAL_TEST_CHILD"

func TestMain(m *testing.M) {
	pglocal.MaybeReap()
	if root := os.Getenv(childVariable); root != "" {
		use(root)
		return
	}
	os.Exit(m.Run())
}

// use starts or joins, tells which, and stays until its input ends.
func use(root string) {
	server, err := pglocal.Start(context.Background(), config(root))
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("launched", server.Launched())
	bufio.NewReader(os.Stdin).ReadString('\n')
}

func config(root string) pglocal.Config {
	return pglocal.Config{Root: root, BinDir: os.Getenv("PGLOCAL_TEST_BIN"), Fast: true}
}

// needBinaries lets the children use what this process found.
func needBinaries(t *testing.T) {
	t.Helper()
	if os.Getenv("PGLOCAL_TEST_BIN") != "" {
		return
	}
	found, err := bundle.FetchVector(t.Context(), bundle.Config{Log: os.Stderr})
	if err != nil {
		found, err = bundle.Find(t.Context(), bundle.Config{Log: os.Stderr})
	}
	if err != nil {
		t.Fatal(err)
	}
	os.Setenv("PGLOCAL_TEST_BIN", found.BinDir)
}

// newRoot is an empty folder that the server's account can reach. At the end the server must be gone.
func newRoot(t *testing.T) pglocal.Config {
	t.Helper()
	needBinaries(t)
	root, err := os.MkdirTemp("/tmp", "pglocal-test-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		awaitGone(t, config(root))
		if err := pglocal.Remove(context.Background(), config(root)); err != nil {
			t.Error(err)
		}
		os.RemoveAll(root)
	})
	return config(root)
}

// awaitGone waits until no server runs and nobody holds a share.
func awaitGone(t *testing.T, cfg pglocal.Config) {
	t.Helper()
	var state pglocal.State
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if state, _ = pglocal.Status(cfg); !state.Running && !state.InUse {
			return
		}
	}
	t.Errorf("the server is still there: %+v", state)
}

func start(t *testing.T, cfg pglocal.Config) *pglocal.Server {
	t.Helper()
	server, err := pglocal.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server
}

// child starts a process that uses the server, and answers it with what it said.
func child(t *testing.T, cfg pglocal.Config) (*exec.Cmd, func() string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childVariable+"="+cfg.Root)
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		input.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	lines := bufio.NewReader(output)
	return cmd, func() string {
		line, _ := lines.ReadString('\n')
		return strings.TrimSpace(line)
	}
}

func ask(t *testing.T, server *pglocal.Server, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), server.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var answer string
	if err := conn.QueryRow(t.Context(), sql).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}
