//go:build unix

package pglocal

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// Remove deletes the cluster with all its data. It refuses with ErrInUse while somebody uses the server.
func Remove(ctx context.Context, cfg Config) error {
	p, err := cfg.open()
	if err != nil {
		return err
	}
	starting, err := host.Lock(ctx, p.startLock(), host.Exclusive)
	if err != nil {
		return err
	}
	defer starting.Close()
	users, err := p.alone(ctx)
	if err != nil {
		return fmt.Errorf("cannot remove %s: %w", p.data(), err)
	}
	defer users.Close()
	if err := p.halt(); err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(p.socketDir()), os.RemoveAll(p.data()))
}
