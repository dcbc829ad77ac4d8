//go:build unix

package pglocal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/sqlq-dev/sqlq/pglocal/bundle"
	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// initdb makes the cluster in a folder of a name of its own and renames it, so that a killed run leaves no half cluster.
func (p paths) initdb(ctx context.Context, cfg Config, found bundle.Bundle) error {
	left, _ := filepath.Glob(filepath.Join(p.root, "data.new-*"))
	for _, dir := range left {
		os.RemoveAll(dir)
	}
	cfg.say("making a PostgreSQL %s cluster in %s", found.Version, p.root)
	choices := localeArgs(found.Major)
	if cfg.InitArgs != nil {
		choices = [][]string{cfg.InitArgs}
	}
	var failures []error
	for _, locale := range choices {
		err := p.initdbOnce(ctx, cfg.Fast, found.BinDir, locale)
		if err == nil {
			return nil
		}
		failures = append(failures, err)
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failures...)
}

// localeArgs are the locales to try: UTF-8 characters, byte order, and nothing that depends on the system when possible.
func localeArgs(major int) [][]string {
	if major >= 17 {
		return [][]string{{"--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"}}
	}
	return [][]string{
		{"--locale-provider=libc", "--locale=C.UTF-8"},
		{"--locale-provider=libc", "--locale=C"},
	}
}

func (p paths) initdbOnce(ctx context.Context, fast bool, binDir string, locale []string) (err error) {
	dir, err := os.MkdirTemp(p.root, "data.new-")
	if err != nil {
		return fmt.Errorf("cannot make the data folder: %w", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	if err := p.account.Own(dir); err != nil {
		return fmt.Errorf("cannot give the data folder to account %s: %w", p.account.Name, err)
	}
	args := []string{"-D", dir, "-U", User, "-A", "trust", "-E", "UTF8", "--no-instructions"}
	if fast {
		args = append(args, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, filepath.Join(binDir, "initdb"), append(args, locale...)...)
	cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", host.ServerEnv(), p.account.Attr()
	output, err := cmd.CombinedOutput()
	if err != nil && len(output) == 0 {
		return fmt.Errorf("cannot run initdb: %w", p.account.Explain(err, cmd.Path, dir))
	}
	if err != nil {
		return fmt.Errorf("initdb failed (%v):\n%s%s", err, complaints(string(output)), p.hint(dir))
	}
	return os.Rename(dir, p.data())
}

// complaints are the lines that say what went wrong, or the last ones when none does.
func complaints(output string) string {
	var found []string
	for line := range strings.Lines(output) {
		if strings.Contains(line, "error") || strings.Contains(line, "FATAL") || strings.Contains(line, "could not") {
			found = append(found, "  "+strings.TrimSpace(line))
		}
	}
	if len(found) == 0 {
		return lastLines(output, 8)
	}
	return strings.Join(found, "\n")
}

// hint names the folder that keeps the server's account out, if there is one.
func (p paths) hint(dir string) string {
	if wall := p.account.Wall(dir); wall != "" {
		return fmt.Sprintf("\n  account %s may not enter %s: choose another data folder", p.account.Name, wall)
	}
	return ""
}
