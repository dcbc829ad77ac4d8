//go:build unix

package host

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// CacheDir is the folder for things that can be fetched again: $SQLQ_CACHE_DIR, else /var/cache/sqlq for root and
// $XDG_CACHE_HOME/sqlq for a user.
func CacheDir() (string, error) {
	if dir := os.Getenv("SQLQ_CACHE_DIR"); filepath.IsAbs(dir) {
		if err := MakePublic(dir); err != nil {
			return "", fmt.Errorf("SQLQ_CACHE_DIR: %w", err)
		}
		return dir, nil
	}
	return home("/var/cache/sqlq", "XDG_CACHE_HOME", ".cache", "cache")
}

// DataDir is the folder for databases: /var/lib/sqlq for root, $XDG_DATA_HOME/sqlq for a user.
func DataDir() (string, error) {
	return home("/var/lib/sqlq", "XDG_DATA_HOME", ".local/share", "data")
}

// home makes and answers the system folder for root, else the XDG one, else one of the user's home, else one below /tmp.
func home(system, variable, below, word string) (string, error) {
	if os.Geteuid() == 0 {
		if err := MakePublic(system); err != nil {
			return "", fmt.Errorf("cannot make the %s folder, choose another (for the cache with SQLQ_CACHE_DIR): %w", word, err)
		}
		return system, nil
	}
	var tries []string
	if base := os.Getenv(variable); filepath.IsAbs(base) {
		tries = append(tries, filepath.Join(base, "sqlq"))
	}
	if base := os.Getenv("HOME"); filepath.IsAbs(base) {
		tries = append(tries, filepath.Join(base, below, "sqlq"))
	} else if u, err := user.Current(); err == nil && filepath.IsAbs(u.HomeDir) {
		tries = append(tries, filepath.Join(u.HomeDir, below, "sqlq"))
	}
	for _, dir := range tries {
		if os.MkdirAll(dir, 0o700) == nil && syscall.Access(dir, 7) == nil {
			return dir, nil
		}
	}
	dir := filepath.Join("/tmp", "sqlq-"+word+"-"+strconv.Itoa(os.Getuid()))
	if err := MakePrivate(dir, Account{UID: uint32(os.Getuid())}); err != nil {
		return "", fmt.Errorf("no folder to write to, set %s: %w", variable, err)
	}
	return dir, nil
}

// MakePublic makes a folder, and those above it that are missing, so that every account may enter, whatever the umask.
func MakePublic(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := MakePublic(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o755); os.IsExist(err) {
		return nil
	} else if err != nil {
		return err
	}
	return os.Chmod(dir, 0o755)
}

// MakePrivate makes a folder of mode 0700 that belongs to the account, and refuses one that somebody else put there before.
func MakePrivate(dir string, owner Account) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	have, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() || have.Uid != owner.UID && have.Uid != uint32(os.Geteuid()) {
		return fmt.Errorf("%s belongs to somebody else: remove it", dir)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	return owner.Own(dir)
}
