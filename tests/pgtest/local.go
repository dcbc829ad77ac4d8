package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/sqlq-dev/sqlq/pglocal"
	"github.com/sqlq-dev/sqlq/pglocal/bundle"
)

// local starts or joins the checkout's own server of a version.
func local(ctx context.Context, major int) (*Instance, error) {
	found, err := binaries(ctx, major)
	if err != nil {
		return nil, err
	}
	folder, err := folder()
	if err != nil {
		return nil, err
	}
	cfg := pglocal.Config{
		Root:   filepath.Join(folder, strconv.Itoa(found.Major)),
		BinDir: found.BinDir,
		Env:    localeEnv(folder),
		Fast:   true,
	}
	server, err := pglocal.Start(ctx, cfg)
	if err != nil && ctx.Err() == nil {
		// A cluster without durability may not survive a power cut, and a test cluster is worth nothing.
		if errRemove := pglocal.Remove(ctx, cfg); errRemove != nil {
			return nil, errors.Join(err, errRemove)
		}
		server, err = pglocal.Start(ctx, cfg)
	}
	if err != nil {
		return nil, err
	}
	if server.Launched() {
		sweep(ctx, server.DSN("postgres"))
	}
	return &Instance{
		Major: found.Major, Source: "local " + found.BinDir, admin: server.DSN("postgres"), local: true,
		close: func() { server.Close() },
	}, nil
}

// binaries finds server binaries, with the vector extension where that can be.
func binaries(ctx context.Context, major int) (bundle.Bundle, error) {
	cfg := bundle.Config{Major: major, Log: os.Stderr}
	if dir := os.Getenv(bundle.EnvBin); dir != "" {
		found, err := bundle.Open(dir)
		if err != nil || major == 0 || found.Major == major {
			return found, err
		}
	}
	if major == 0 {
		cfg.Major = DefaultMajor
	}
	found, err := bundle.FetchVector(ctx, cfg)
	if err == nil {
		return found, nil
	}
	if cfg.Major != DefaultMajor {
		if found, ok := bundle.Installed(cfg.Major); ok {
			return found, nil
		}
		return bundle.Bundle{}, fmt.Errorf("%w; and no package of the system has installed it", err)
	}
	fmt.Fprintf(os.Stderr, "pgtest: no server with the vector extension, taking one without: %v\n", err)
	found, errPlain := bundle.Fetch(ctx, cfg)
	if errPlain == nil {
		return found, nil
	}
	if major == 0 {
		if found, ok := bundle.Installed(0); ok {
			return found, nil
		}
	}
	return bundle.Bundle{}, errors.Join(err, errPlain)
}

// folder is this checkout's place in the cache, outside the checkout.
func folder() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for root := dir; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			dir = root
			break
		}
		if root == filepath.Dir(root) {
			break
		}
	}
	sum := sha256.Sum256([]byte(dir))
	return pglocal.CacheDir("test", hex.EncodeToString(sum[:6]))
}
