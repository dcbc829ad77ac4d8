package pglocal

import (
	"errors"
	"io"
)

// User is the superuser of a local cluster.
const User = "sqlq"

// ErrInUse says that Stop left the server running because other processes use it.
var ErrInUse = errors.New("other processes still use the server; it stops when the last of them ends")

// Config says which local server is meant. The zero value is the default one of this user.
type Config struct {
	Root     string    // folder of data, socket, locks and log; "" is the user's own, see DefaultRoot
	BinDir   string    // folder with initdb and postgres; "" lets package bundle find or fetch one
	Settings []string  // further name=value server settings, which win over the built-in ones
	Env      []string  // further name=value environment of the server, which otherwise sees none of the caller's
	InitArgs []string  // arguments of initdb in place of the built-in locale ones
	Fast     bool      // for tests: give up durability
	Log      io.Writer // where to tell a person what takes time; nil is silence
}

// State is what Status sees.
type State struct {
	Root    string // folder of the cluster
	Major   int    // version of the data, 0 before the first start
	Running bool   // the server accepts connections or is about to
	PID     int    // of the server, when it runs
	Kept    bool   // Keep holds it
	InUse   bool   // somebody, the keeper included, holds a share
	DSN     string // of database postgres, when it runs
	LogFile string // what the server wrote
}
