//go:build unix

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// ErrBusy says that another process holds a lock.
var ErrBusy = errors.New("held by another process")

// Mode is the kind of a lock.
type Mode int

// The two kinds of lock.
const (
	Shared    = Mode(syscall.LOCK_SH)
	Exclusive = Mode(syscall.LOCK_EX)
)

// lockPause is the time between two tries to get a lock.
const lockPause = 4 * time.Millisecond

// TryLock opens the file, making it when needed, and locks it, or answers ErrBusy at once. Closing the file, or the end of every
// process that holds it, gives the lock back.
func TryLock(path string, mode Mode) (*os.File, error) {
	return lock(path, int(mode)|syscall.LOCK_NB)
}

// Lock is TryLock with patience: it tries until the lock is free or the context ends.
func Lock(ctx context.Context, path string, mode Mode) (*os.File, error) {
	for {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("locking %s: %w", path, context.Cause(ctx))
		}
		file, err := TryLock(path, mode)
		if !errors.Is(err, ErrBusy) {
			return file, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(lockPause):
		}
	}
}

// WaitLock blocks in the kernel until the lock is free. It is for processes that do nothing but wait.
func WaitLock(path string, mode Mode) (*os.File, error) {
	return lock(path, int(mode))
}

func lock(path string, how int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return file, nil
	}
	file.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrBusy
	}
	return nil, fmt.Errorf("locking %s: %w; the folder must be on a file system that knows flock", path, err)
}
