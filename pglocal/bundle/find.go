//go:build unix

package bundle

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

// installs are the places where packages of common systems put a server of version %d.
var installs = []string{
	"/usr/lib/postgresql/%d/bin", "/usr/pgsql-%d/bin", "/usr/libexec/postgresql%d",
	"/opt/homebrew/opt/postgresql@%d/bin", "/usr/local/opt/postgresql@%d/bin",
}

// Find answers a bundle of the wanted version. It fetches one only when none is cached, and falls back on an installed one.
func Find(ctx context.Context, cfg Config) (Bundle, error) {
	if dir := os.Getenv(EnvBin); dir != "" {
		found, err := Open(dir)
		if err != nil {
			return Bundle{}, fmt.Errorf("%s: %w", EnvBin, err)
		}
		return found, nil
	}
	if found, ok := Cached(cfg.Major); ok {
		return found, nil
	}
	var failed error
	if cfg.Major == 0 || cfg.Major == FetchedMajor {
		found, err := Fetch(ctx, cfg)
		if err == nil {
			return found, nil
		}
		if ctx.Err() != nil {
			return Bundle{}, err
		}
		failed = err
	}
	if found, ok := Installed(cfg.Major); ok {
		if failed != nil {
			say(cfg.Log, "using the installed PostgreSQL %s, because %v", found.Version, failed)
		}
		return found, nil
	}
	return Bundle{}, missing(cfg.Major, failed)
}

// missing is the error that names every way out.
func missing(major int, cause error) error {
	what := "PostgreSQL"
	if major != 0 {
		what = fmt.Sprintf("PostgreSQL %d", major)
	}
	ways := fmt.Sprintf("set %s to a folder with initdb and postgres, install your system's PostgreSQL %d to %d package "+
		"(on Debian it lands in /usr/lib/postgresql), or give the address of a server with --dsn", EnvBin, MinMajor, MaxMajor)
	if cause == nil {
		return fmt.Errorf("no %s on this machine: %s", what, ways)
	}
	return fmt.Errorf("no %s on this machine and none could be fetched: %w; %s", what, cause, ways)
}

// Cached answers a bundle fetched before, one with the vector extension first.
func Cached(major int) (Bundle, bool) {
	cache, err := host.CacheDir()
	if err != nil {
		return Bundle{}, false
	}
	for _, dir := range []string{
		filepath.Join(cache, wheelFolder, wheelServer18), filepath.Join(cache, fetchedFolder),
		filepath.Join(cache, wheelFolder, wheelServer16),
	} {
		want := major
		if want == 0 {
			want = FetchedMajor
		}
		if found, err := Open(filepath.Join(dir, "bin")); err == nil && found.Major == want {
			return found, true
		}
	}
	return Bundle{}, false
}

// Installed answers the newest suitable server that the system's packages brought.
func Installed(major int) (Bundle, bool) {
	for version := MaxMajor; version >= MinMajor; version-- {
		if major != 0 && major != version {
			continue
		}
		for _, pattern := range installs {
			if found, err := Open(fmt.Sprintf(pattern, version)); err == nil {
				return found, true
			}
		}
	}
	return Bundle{}, false
}

// Open looks at a folder of binaries and asks the server in it for its version.
func Open(binDir string) (Bundle, error) {
	binDir, err := filepath.Abs(binDir)
	if err != nil {
		return Bundle{}, err
	}
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := os.Stat(filepath.Join(binDir, name)); err != nil {
			return Bundle{}, fmt.Errorf("no usable %s in this folder: %w", name, err)
		}
	}
	account, err := host.ServerAccount()
	if err != nil {
		return Bundle{}, err
	}
	cmd := exec.Command(filepath.Join(binDir, "postgres"), "--version")
	cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", host.ServerEnv(), account.Attr()
	output, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && len(exit.Stderr) > 0 {
			return Bundle{}, fmt.Errorf("cannot run %s: %s", cmd.Path, strings.TrimSpace(string(exit.Stderr)))
		}
		return Bundle{}, fmt.Errorf("cannot run %s: %w", cmd.Path, account.Explain(err, binDir))
	}
	return parse(binDir, string(output))
}

// parse reads the answer to --version, for example "postgres (PostgreSQL) 18.4".
func parse(binDir, text string) (Bundle, error) {
	_, rest, _ := strings.Cut(text, "(PostgreSQL) ")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return Bundle{}, fmt.Errorf("%s/postgres is no PostgreSQL, it says %q", binDir, strings.TrimSpace(text))
	}
	digits := strings.IndexFunc(fields[0], func(r rune) bool { return r < '0' || r > '9' })
	if digits < 0 {
		digits = len(fields[0])
	}
	major, err := strconv.Atoi(fields[0][:digits])
	if err != nil || major < MinMajor {
		return Bundle{}, fmt.Errorf("%s holds PostgreSQL %s: version %d or newer is needed", binDir, fields[0], MinMajor)
	}
	return Bundle{BinDir: binDir, Version: fields[0], Major: major}, nil
}
