//go:build unix

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// Account is who a server runs as. PostgreSQL refuses to run as root, so root lends it another account.
type Account struct {
	Name     string
	UID, GID uint32
	Lent     bool // another account than the caller's own
}

// ServerAccount is the caller's own account or, for root, that of $SQLQ_PG_USER, else postgres, else nobody.
func ServerAccount() (Account, error) {
	if os.Geteuid() != 0 {
		return Account{Name: "this user", UID: uint32(os.Geteuid()), GID: uint32(os.Getegid())}, nil
	}
	names := []string{"postgres", "nobody"}
	if name := os.Getenv("SQLQ_PG_USER"); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.ParseUint(u.Uid, 10, 32)
		gid, errGID := strconv.ParseUint(u.Gid, 10, 32)
		if errUID != nil || errGID != nil || uid == 0 {
			return Account{}, fmt.Errorf("account %q cannot run a server: choose an ordinary one with SQLQ_PG_USER", name)
		}
		return Account{Name: name, UID: uint32(uid), GID: uint32(gid), Lent: true}, nil
	}
	return Account{}, fmt.Errorf("a server cannot run as root and there is no account %q: name one with SQLQ_PG_USER", names[0])
}

// Attr starts a child as this account and in a session of its own, out of reach of the terminal's Ctrl-C.
func (a Account) Attr() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true}
	if a.Lent {
		attr.Credential = &syscall.Credential{Uid: a.UID, Gid: a.GID}
	}
	return attr
}

// Own gives a path to the account.
func (a Account) Own(path string) error {
	if !a.Lent {
		return nil
	}
	return os.Lchown(path, int(a.UID), int(a.GID))
}

// Explain adds to a permission error the first folder on the way to one of the paths that the account may not enter.
func (a Account) Explain(err error, paths ...string) error {
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	for _, path := range paths {
		if wall := a.Wall(path); wall != "" {
			return fmt.Errorf("%w: account %s may not enter %s; use a folder it can reach, or name another account with SQLQ_PG_USER",
				err, a.Name, wall)
		}
	}
	return fmt.Errorf("%w: account %s may not run it; look at the modes and for a noexec mount", err, a.Name)
}

// Wall is the uppermost folder on the way to path that the account cannot search, or "".
func (a Account) Wall(path string) string {
	if !a.Lent {
		return ""
	}
	if parent := filepath.Dir(path); parent != path {
		if wall := a.Wall(parent); wall != "" {
			return wall
		}
	}
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return ""
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	bit := fs.FileMode(0o001)
	switch {
	case owner.Uid == a.UID:
		bit = 0o100
	case owner.Gid == a.GID:
		bit = 0o010
	}
	if info.Mode().Perm()&bit == 0 {
		return path
	}
	return ""
}
