//go:build unix

package batch

import (
	"errors"
	"os"
	"syscall"
)

// ErrBusy is a journal that another process writes.
var ErrBusy = errors.New("another process is at this batch")

// lockFile keeps a second process from going on with the same batch. The lock
// ends with the process, however that ends.
func lockFile(f *os.File) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return nil // a file system without locks is no reason to stop
}
