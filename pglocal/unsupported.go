//go:build !unix

package pglocal

import (
	"context"
	"errors"
)

// errSystem is the answer of everything here on systems without Unix sockets and file locks of the needed kind.
var errSystem = errors.New("a local server needs Linux, macOS or another Unix: give the address of a PostgreSQL with --dsn")

// Server is this process's share of a running local server.
type Server struct{}

// MaybeReap does nothing on this system.
func MaybeReap() {}

// DefaultRoot answers an error on this system.
func DefaultRoot() (string, error) { return "", errSystem }

// CacheDir answers an error on this system.
func CacheDir(...string) (string, error) { return "", errSystem }

// Start answers an error on this system.
func Start(context.Context, Config) (*Server, error) { return nil, errSystem }

// Keep answers an error on this system.
func Keep(context.Context, Config) (State, error) { return State{}, errSystem }

// Stop answers an error on this system.
func Stop(context.Context, Config, bool) (State, error) { return State{}, errSystem }

// Status answers an error on this system.
func Status(Config) (State, error) { return State{}, errSystem }

// Remove answers an error on this system.
func Remove(context.Context, Config) error { return errSystem }

// DSN is empty on this system.
func (*Server) DSN(string) string { return "" }

// Launched is false on this system.
func (*Server) Launched() bool { return false }

// Root is empty on this system.
func (*Server) Root() string { return "" }

// Close does nothing on this system.
func (*Server) Close() error { return nil }
