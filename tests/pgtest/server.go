package pgtest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// DefaultMajor is the PostgreSQL version that every machine must be able to run.
const DefaultMajor = 18

// patience bounds each step of getting a server or a database.
const patience = 5 * time.Minute

// Instance is a running server.
type Instance struct {
	Major  int
	Source string // where it comes from, in words
	admin  string // address with the right to make databases
	local  bool   // ours alone, made for tests
	close  func()
}

// servers are those this process uses, by the version asked for; 0 is the default one.
var servers = struct {
	sync.Mutex
	byMajor map[int]*opening
}{byMajor: map[int]*opening{}}

// opening is a server that is being found, or was, or could not be.
type opening struct {
	once     sync.Once
	instance *Instance
	err      error
}

// Versions are the PostgreSQL versions that tests of generated SQL should cover. Server skips where one cannot be had.
func Versions() []int { return []int{15, 16, 18} }

// Default is the server that DB uses.
func Default(t testing.TB) *Instance { return Server(t, 0) }

// Server answers a server of a major version, or the default one for 0. It skips the test when the machine cannot have that
// version, and fails it when the version is the default.
func Server(t testing.TB, major int) *Instance {
	t.Helper()
	servers.Lock()
	entry := servers.byMajor[major]
	if entry == nil {
		entry = &opening{}
		servers.byMajor[major] = entry
	}
	servers.Unlock()
	entry.once.Do(func() { entry.instance, entry.err = find(major) })
	switch {
	case entry.err == nil:
	case major == 0 || major == DefaultMajor:
		t.Fatalf("NO TEST DATABASE: %v\nset SQLQ_TEST_DSN to a server where databases can be made, start Docker, "+
			"install python3-pip, or set SQLQ_PG_BIN to a folder with initdb and postgres", entry.err)
	default:
		t.Skipf("SKIPPED, NO POSTGRESQL %d ON THIS MACHINE: %v", major, entry.err)
	}
	return entry.instance
}

// Each runs a test on every version, as subtests named by it.
func Each(t *testing.T, test func(*testing.T, *Instance)) {
	for _, major := range Versions() {
		t.Run(fmt.Sprintf("pg%d", major), func(t *testing.T) { test(t, Server(t, major)) })
	}
}

// find tries the sources in their order.
func find(major int) (*Instance, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if dsn := os.Getenv("SQLQ_TEST_DSN"); dsn != "" {
		instance, err := given(ctx, dsn)
		if err != nil {
			return nil, fmt.Errorf("SQLQ_TEST_DSN: %w", err)
		}
		if major == 0 || major == instance.Major {
			return instance, nil
		}
	}
	if major == 0 {
		if instance, err := container(ctx); err == nil {
			return instance, nil
		} else if dockerAnswers(ctx) {
			fmt.Fprintf(os.Stderr, "pgtest: Docker answers but gives no server, trying a local one: %v\n", err)
		}
	}
	return local(ctx, major)
}

// given opens the server at an address.
func given(ctx context.Context, dsn string) (*Instance, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	instance := &Instance{admin: dsn, Source: "address", close: func() {}}
	err = conn.QueryRow(ctx, "select current_setting('server_version_num')::int / 10000").Scan(&instance.Major)
	return instance, err
}

// closeServers gives every server back.
func closeServers() {
	servers.Lock()
	defer servers.Unlock()
	for _, entry := range servers.byMajor {
		if entry.instance != nil {
			entry.instance.close()
		}
	}
}
