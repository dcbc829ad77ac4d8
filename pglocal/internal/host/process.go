//go:build unix

package host

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
)

// Alive says whether a process of this number runs and is not a mere zombie.
func Alive(pid int) bool {
	if pid <= 1 {
		return false
	}
	if err := syscall.Kill(pid, 0); err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	_, state := stat(pid)
	return state != 'Z' && state != 'X'
}

// AlivePostgres is Alive for a server: on Linux the name must fit too, because numbers are used again.
func AlivePostgres(pid int) bool {
	if !Alive(pid) {
		return false
	}
	name, _ := stat(pid)
	return name == nil || bytes.Contains(name, []byte("postgres"))
}

// stat reads name and state of a process where the system has /proc in the manner of Linux; else nil and 0.
func stat(pid int) (name []byte, state byte) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return nil, 0
	}
	open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
	if open < 0 || end < open || end+2 >= len(text) {
		return nil, 0
	}
	return text[open+1 : end], text[end+2]
}

// ServerEnv is the whole environment of a server and of initdb: nothing of the caller's PG* variables or language leaks in.
func ServerEnv() []string {
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// Self is a command that runs this very program again, detached, even when its file was replaced or removed meanwhile.
func Self(title string, env ...string) (*exec.Cmd, error) {
	path := "/proc/self/exe"
	if runtime.GOOS != "linux" {
		var err error
		if path, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(path)
	cmd.Args = []string{title}
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd, nil
}
