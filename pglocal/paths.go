//go:build unix

package pglocal

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/pglocal/internal/host"
)

const (
	socketName = "/.s.PGSQL.5432"
	socketMax  = 103 // bytes a socket's path may have on every system
)

// paths is a cluster's folder with everything in it.
type paths struct {
	root    string
	account host.Account
}

// DefaultRoot is the folder that Config.Root "" means: $XDG_DATA_HOME/sqlq/pg, and /var/lib/sqlq/pg for root.
func DefaultRoot() (string, error) {
	dir, err := host.DataDir()
	if err != nil {
		return "", fmt.Errorf("cannot make the folder for local data: %w", err)
	}
	return filepath.Join(dir, "pg"), nil
}

// CacheDir makes and answers the folder for what can be made or fetched again, or one below it: $SQLQ_CACHE_DIR, else
// $XDG_CACHE_HOME/sqlq, and /var/cache/sqlq for root.
func CacheDir(below ...string) (string, error) {
	dir, err := host.CacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(append([]string{dir}, below...)...)
	return dir, host.MakePublic(dir)
}

// folder is the root folder, which need not be there yet.
func (c Config) folder() (string, error) {
	root := c.Root
	if root == "" {
		var err error
		if root, err = DefaultRoot(); err != nil {
			return "", err
		}
	}
	return filepath.Abs(root)
}

// open makes the root folder and answers its paths, with symbolic links resolved so that two spellings share a server.
func (c Config) open() (paths, error) {
	account, err := host.ServerAccount()
	if err != nil {
		return paths{}, err
	}
	root, err := c.folder()
	if err != nil {
		return paths{}, err
	}
	makeRoot := func(dir string) error { return os.MkdirAll(dir, 0o700) }
	if account.Lent {
		makeRoot = host.MakePublic
	}
	if err := makeRoot(root); err != nil {
		return paths{}, fmt.Errorf("cannot make the folder of the local server, choose another: %w", err)
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return paths{}, err
	}
	return paths{root: root, account: account}, nil
}

func (p paths) data() string       { return filepath.Join(p.root, "data") }
func (p paths) log() string        { return filepath.Join(p.root, "server.log") }
func (p paths) startLock() string  { return filepath.Join(p.root, "start.lock") }
func (p paths) usersLock() string  { return filepath.Join(p.root, "users.lock") }
func (p paths) reaperLock() string { return filepath.Join(p.root, "reaper.lock") }
func (p paths) starting() string   { return filepath.Join(p.root, "starting") }
func (p paths) keeperLock() string { return filepath.Join(p.root, "keeper.lock") }

// socketDir is a folder in the root or, when that path is too long or odd for a socket, one of a fixed name below /tmp.
func (p paths) socketDir() string {
	dir := filepath.Join(p.root, "s")
	if len(dir)+len(socketName) <= socketMax && !strings.ContainsAny(dir, `,"\`) {
		return dir
	}
	sum := sha256.Sum256([]byte(p.root))
	return filepath.Join("/tmp", fmt.Sprintf("sqlq-%d-%s", os.Geteuid(), hex.EncodeToString(sum[:4])))
}

// major is the version that made the data, 0 when there is none yet.
func (p paths) major() (int, error) {
	text, err := os.ReadFile(filepath.Join(p.data(), "PG_VERSION"))
	if os.IsNotExist(err) {
		if _, err := os.Stat(p.data()); err == nil {
			return 0, fmt.Errorf("%s is no PostgreSQL data folder: move it away or choose another folder", p.data())
		}
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, fmt.Errorf("%s/PG_VERSION holds %q, not a version", p.data(), text)
	}
	return major, nil
}
