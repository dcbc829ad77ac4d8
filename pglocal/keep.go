//go:build unix

package pglocal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// Keep starts the server, if need be, and leaves it running after this process until Stop.
func Keep(ctx context.Context, cfg Config) (State, error) {
	s, err := Start(ctx, cfg)
	if err != nil {
		return State{}, err
	}
	defer s.Close()
	lock, err := host.TryLock(s.paths.keeperLock(), host.Exclusive)
	for try := 0; errors.Is(err, host.ErrBusy); try++ {
		if try == 5 { // a keeper, not just somebody's look at the lock
			return s.paths.state()
		}
		time.Sleep(4 * time.Millisecond)
		lock, err = host.TryLock(s.paths.keeperLock(), host.Exclusive)
	}
	if err != nil {
		return State{}, err
	}
	defer lock.Close()
	if err := s.paths.helper(keeperRole, lock, s.share); err != nil {
		return State{}, err
	}
	return s.paths.state()
}

// keep is the keeper's whole life: it tells its number in keeper.lock and holds the inherited share until it is told to end.
func keep() {
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM)
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP)
	own := os.NewFile(firstExtra, "keeper.lock")
	own.Truncate(0)
	own.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	<-end
}

// Stop ends the keeping and, unless other processes use the server, the server. When they do, the answer is ErrInUse and
// the server ends with the last of them; with force it stops under their feet.
func Stop(ctx context.Context, cfg Config, force bool) (State, error) {
	p, err := cfg.open()
	if err != nil {
		return State{}, err
	}
	starting, err := host.Lock(ctx, p.startLock(), host.Exclusive)
	if err != nil {
		return State{}, err
	}
	defer starting.Close()
	if err := p.dismiss(ctx); err != nil {
		return State{}, err
	}
	if force {
		err = p.halt()
	} else {
		err = p.settle(ctx)
	}
	state, errState := p.state()
	return state, errors.Join(err, errState)
}

// dismiss ends the keeper, if there is one, and waits for its end.
func (p paths) dismiss(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		lock, err := host.TryLock(p.keeperLock(), host.Exclusive)
		if err == nil {
			lock.Truncate(0)
			return lock.Close()
		}
		if !errors.Is(err, host.ErrBusy) {
			return err
		}
		text, _ := os.ReadFile(p.keeperLock())
		if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && pid > 1 {
			syscall.Kill(pid, syscall.SIGTERM)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the keeper of %s does not end: %w", p.root, context.Cause(ctx))
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// settle lets the reaper stop the server, or finds that others use it. Without a reaper it stops it itself.
func (p paths) settle(ctx context.Context) error {
	alone, err := p.alone(ctx)
	if err != nil {
		return err
	}
	return errors.Join(p.halt(), alone.Close())
}

// alone takes users.lock for itself. It waits for a reaper at work, but not for users: then the answer is ErrInUse.
func (p paths) alone(ctx context.Context) (*os.File, error) {
	for busy := 0; ; {
		alone, err := host.TryLock(p.usersLock(), host.Exclusive)
		if !errors.Is(err, host.ErrBusy) {
			return alone, err
		}
		if p.shared() {
			busy++
		}
		if busy == 5 {
			return nil, ErrInUse
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// shared says whether users hold users.lock: they do so together, while a reaper at work holds it alone.
func (p paths) shared() bool {
	share, err := host.TryLock(p.usersLock(), host.Shared)
	if err != nil {
		return false
	}
	share.Close()
	return taken(p.usersLock())
}

// Status looks at the server without starting or joining it, and makes nothing.
func Status(cfg Config) (State, error) {
	root, err := cfg.folder()
	if err != nil {
		return State{}, err
	}
	if _, err := os.Stat(root); os.IsNotExist(err) {
		return State{Root: root, LogFile: paths{root: root}.log()}, nil
	}
	p, err := cfg.open()
	if err != nil {
		return State{}, err
	}
	return p.state()
}

func (p paths) state() (State, error) {
	major, err := p.major()
	state := State{Root: p.root, Major: major, LogFile: p.log(), Kept: taken(p.keeperLock()), InUse: p.shared()}
	if m, ok := p.postmaster(); ok {
		state.Running, state.PID, state.DSN = true, m.pid, dsn(m.socket, "postgres")
	}
	return state, err
}

// taken says whether some process holds the lock.
func taken(path string) bool {
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock, err := host.TryLock(path, host.Exclusive)
	if err == nil {
		lock.Close()
	}
	return errors.Is(err, host.ErrBusy)
}
