//go:build unix

package pglocal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/sqlq-dev/sqlq/pglocal/bundle"
	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// startPatience bounds the wait for a server, crash recovery included.
const startPatience = 10 * time.Minute

// orphanPatience bounds the wait for the children of a killed server, which end by themselves.
const orphanPatience = 15 * time.Second

// logLimit is the size at which a launch puts the old log aside.
const logLimit = 8 << 20

// settings are those of every local server; temp_file_limit keeps a runaway query from filling the disk.
var settings = []string{
	"listen_addresses=", "port=5432", "max_connections=100", "shared_buffers=128MB", "temp_file_limit=2GB",
	"cluster_name=sqlq",
}

// fastSettings give up durability for speed and little disk.
var fastSettings = []string{
	"fsync=off", "full_page_writes=off", "synchronous_commit=off", "wal_level=minimal", "max_wal_senders=0",
	"min_wal_size=32MB", "max_wal_size=256MB",
}

// launch makes the cluster when there is none, and starts its server.
func (s *Server) launch(ctx context.Context, cfg Config, major int) error {
	found, err := cfg.binaries(ctx, major)
	if err != nil {
		return err
	}
	if major != 0 && major != found.Major {
		return fmt.Errorf("the data in %s was made by PostgreSQL %d but %s is %d, and nothing was changed: "+
			"set SQLQ_PG_BIN to the folder of a PostgreSQL %d, or choose another data folder",
			s.paths.data(), major, found.BinDir, found.Major, major)
	}
	if major == 0 {
		if err := s.paths.initdb(ctx, cfg, found); err != nil {
			return err
		}
	}
	s.socket = s.paths.socketDir()
	if err := host.MakePrivate(s.socket, s.paths.account); err != nil {
		return fmt.Errorf("cannot make the folder of the socket: %w", err)
	}
	if err := s.paths.watch(); err != nil {
		return err
	}
	if err := s.paths.insist(ctx, cfg, found.BinDir, s.socket); err != nil {
		return err
	}
	if err := s.check(ctx); err != nil {
		return errors.Join(fmt.Errorf("the new server does not answer: %w", err), s.paths.halt())
	}
	return nil
}

// binaries are those the configuration names, or those package bundle finds for the version of the data.
func (c Config) binaries(ctx context.Context, major int) (bundle.Bundle, error) {
	if c.BinDir != "" {
		return bundle.Open(c.BinDir)
	}
	found, err := bundle.Find(ctx, bundle.Config{Major: major, Log: c.Log})
	if err != nil && major != 0 {
		return found, fmt.Errorf("the data of the local server was made by PostgreSQL %d: %w", major, err)
	}
	return found, err
}

// insist is run, repeated for a while when the children of a server that was killed have not ended yet.
func (p paths) insist(ctx context.Context, cfg Config, binDir, socket string) error {
	for end := time.Now().Add(orphanPatience); ; time.Sleep(50 * time.Millisecond) {
		err := p.run(ctx, cfg, binDir, socket)
		if err == nil || !strings.Contains(err.Error(), "pre-existing shared memory block") || time.Now().After(end) {
			return err
		}
	}
}

// run executes postgres and waits until it is ready.
func (p paths) run(ctx context.Context, cfg Config, binDir, socket string) error {
	log, from, err := p.openLog()
	if err != nil {
		return err
	}
	defer log.Close()
	if err := os.WriteFile(p.starting(), nil, 0o600); err != nil {
		return fmt.Errorf("cannot write to the folder of the local server: %w", err)
	}
	defer os.Remove(p.starting())
	args := []string{"-D", p.data()}
	all := append([]string{"unix_socket_directories=" + socket}, settings...)
	if cfg.Fast {
		all = append(all, fastSettings...)
	}
	for _, setting := range append(all, cfg.Settings...) {
		args = append(args, "-c", setting)
	}
	cmd := exec.Command(filepath.Join(binDir, "postgres"), args...)
	cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", append(host.ServerEnv(), cfg.Env...), p.account.Attr()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start the server: %w", p.account.Explain(err, cmd.Path, p.data()))
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	return p.await(ctx, cfg, cmd.Process.Pid, ended, from)
}

// await polls the pid file until the child says ready, dies, or the time is over.
func (p paths) await(ctx context.Context, cfg Config, pid int, ended <-chan error, from int64) error {
	begin, told := time.Now(), false
	for {
		if m, _ := p.postmaster(); m.pid == pid && m.ready {
			return nil
		}
		var failed error
		select {
		case err := <-ended:
			return fmt.Errorf("the server did not start (%v); its log %s ends:\n%s", err, p.log(), p.tail(from))
		case <-ctx.Done():
			failed = context.Cause(ctx)
		case <-time.After(4 * time.Millisecond):
		}
		if failed == nil && time.Since(begin) > startPatience {
			failed = fmt.Errorf("not ready after %s", startPatience)
		}
		if failed != nil {
			syscall.Kill(pid, syscall.SIGINT)
			return fmt.Errorf("starting the server: %w; its log %s ends:\n%s", failed, p.log(), p.tail(from))
		}
		if !told && time.Since(begin) > 3*time.Second {
			cfg.say("the local server takes long to start; its log is %s", p.log())
			told = true
		}
	}
}

// openLog opens the log for appending and answers its present size; a long one is put aside first.
func (p paths) openLog() (*os.File, int64, error) {
	if info, err := os.Stat(p.log()); err == nil && info.Size() > logLimit {
		os.Rename(p.log(), p.log()+".old")
	}
	log, err := os.OpenFile(p.log(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, 0, fmt.Errorf("cannot open the server's log: %w", err)
	}
	size, err := log.Seek(0, io.SeekEnd)
	return log, size, err
}

// tail is the end of what the server wrote since from.
func (p paths) tail(from int64) string {
	text, err := os.ReadFile(p.log())
	if err != nil || int64(len(text)) < from {
		return "(no log)"
	}
	return lastLines(string(text[from:]), 12)
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return "  " + strings.Join(lines[max(0, len(lines)-n):], "\n  ")
}
