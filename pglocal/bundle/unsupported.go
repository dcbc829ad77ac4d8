//go:build !unix

package bundle

import (
	"context"
	"errors"
)

var errSystem = errors.New("local server binaries need Linux, macOS or another Unix: give the address of a PostgreSQL with --dsn")

// MaybeFetch does nothing on this system.
func MaybeFetch() {}

// Find answers an error on this system.
func Find(context.Context, Config) (Bundle, error) { return Bundle{}, errSystem }

// Fetch answers an error on this system.
func Fetch(context.Context, Config) (Bundle, error) { return Bundle{}, errSystem }

// FetchVector answers an error on this system.
func FetchVector(context.Context, Config) (Bundle, error) { return Bundle{}, errSystem }

// Open answers an error on this system.
func Open(string) (Bundle, error) { return Bundle{}, errSystem }

// Cached finds nothing on this system.
func Cached(int) (Bundle, bool) { return Bundle{}, false }

// Installed finds nothing on this system.
func Installed(int) (Bundle, bool) { return Bundle{}, false }
