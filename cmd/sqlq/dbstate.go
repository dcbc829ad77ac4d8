package main

import (
	"fmt"
	"net/url"

	"github.com/sqlq-dev/sqlq/pglocal"
)

// inDatabase is the address of another database of the same server.
func inDatabase(dsn, name string) string {
	address, err := url.Parse(dsn)
	if err != nil || dsn == "" {
		return dsn
	}
	address.Path = "/" + name
	return address.String()
}

// stateView is the state with JSON names.
func stateView(s pglocal.State) map[string]any {
	return map[string]any{
		"running": s.Running, "kept": s.Kept, "in_use": s.InUse, "pid": s.PID, "major": s.Major,
		"folder": s.Root, "log": s.LogFile, "dsn": s.DSN,
	}
}

func (a *app) printState(s pglocal.State) {
	fact := func(name string, value any) { fmt.Fprintf(a.out, "%-8s %v\n", name, value) }
	switch {
	case s.Running && s.Kept:
		fact("state", fmt.Sprintf("running, kept by db start (process %d)", s.PID))
	case s.Running:
		fact("state", fmt.Sprintf("running as long as a command uses it (process %d)", s.PID))
	case s.Major == 0:
		fact("state", "never started")
	default:
		fact("state", "stopped")
	}
	if s.Major != 0 {
		fact("version", s.Major)
	}
	fact("folder", s.Root)
	if s.DSN != "" {
		fact("address", s.DSN)
	}
	fact("log", s.LogFile)
}
