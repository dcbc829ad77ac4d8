//go:build unix

package pglocal

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/sqlq-dev/sqlq/pglocal/bundle"
	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// The environment variables by which this program, run again, knows what it is for.
const (
	roleVariable = "SQLQ_PG_ROLE"
	rootVariable = "SQLQ_PG_ROOT"
	reaperRole   = "reaper"
	keeperRole   = "keeper"
)

// firstExtra is the number of the first open file that a helper process inherits.
const firstExtra = 3

// armed says that MaybeReap was called, so that running this program again does not run all of it.
var armed atomic.Bool

// MaybeReap must be the first call of main and of every TestMain. In a helper process it does that process's work and exits;
// everywhere else it returns at once.
func MaybeReap() {
	armed.Store(true)
	bundle.MaybeFetch()
	role := os.Getenv(roleVariable)
	p := paths{root: os.Getenv(rootVariable)}
	switch role {
	case "":
		return
	case reaperRole:
		p.reap()
	case keeperRole:
		keep()
	}
	os.Exit(0)
}

// watch makes sure that a reaper lives. Whoever holds reaper.lock is one: the lock is taken here and handed to it open, so
// there is no moment without a holder.
func (p paths) watch() error {
	lock, err := host.TryLock(p.reaperLock(), host.Exclusive)
	if errors.Is(err, host.ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	return p.helper(reaperRole, lock)
}

// helper runs this program again in a role, with some open files.
func (p paths) helper(role string, files ...*os.File) error {
	cmd, err := host.Self("sqlq-pg-"+role, roleVariable+"="+role, rootVariable+"="+p.root)
	if err == nil {
		cmd.ExtraFiles = files
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("cannot start the %s of the local server: %w", role, err)
	}
	go cmd.Wait()
	return nil
}

// reap waits until the last user is gone, however it went, and stops the server. The reaper's own lock goes first at the
// end: the next starter, who waits for users.lock, must find it free.
func (p paths) reap() {
	own := os.NewFile(firstExtra, "reaper.lock")
	users, err := host.WaitLock(p.usersLock(), host.Exclusive)
	if err != nil {
		return
	}
	p.awaitBirth()
	p.halt()
	own.Close()
	users.Close()
}

// awaitBirth gives a server whose starter was killed the time to write its pid file, without which it cannot be found.
func (p paths) awaitBirth() {
	if _, err := os.Stat(p.starting()); err != nil {
		return
	}
	defer os.Remove(p.starting())
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if _, ok := p.postmaster(); ok {
			return
		}
	}
}
