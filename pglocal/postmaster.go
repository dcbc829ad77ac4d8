//go:build unix

package pglocal

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// postmaster is what a running server writes into its pid file.
type postmaster struct {
	pid    int
	socket string // folder of the socket
	ready  bool
}

// postmaster reads the pid file; ok is false when no live server stands behind it.
func (p paths) postmaster() (m postmaster, ok bool) {
	text, err := os.ReadFile(filepath.Join(p.data(), "postmaster.pid"))
	if err != nil {
		return m, false
	}
	lines := strings.Split(string(text), "\n")
	m.pid, _ = strconv.Atoi(strings.TrimSpace(lines[0]))
	if len(lines) > 4 {
		m.socket = lines[4]
	}
	m.ready = len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready"
	return m, host.AlivePostgres(m.pid)
}

// halt stops the server, politely first, and answers when it is gone.
func (p paths) halt() error {
	steps := []struct {
		signal  syscall.Signal
		patient time.Duration
	}{{syscall.SIGINT, 20 * time.Second}, {syscall.SIGQUIT, 10 * time.Second}, {syscall.SIGKILL, 5 * time.Second}}
	for _, step := range steps {
		m, ok := p.postmaster()
		if !ok {
			return nil
		}
		if err := syscall.Kill(m.pid, step.signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
		for end := time.Now().Add(step.patient); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
			if now, ok := p.postmaster(); !ok || now.pid != m.pid {
				return nil
			}
		}
	}
	return errors.New("the server does not stop: look for its process by hand")
}
