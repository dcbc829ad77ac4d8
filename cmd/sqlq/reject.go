package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// rejectFile takes the records that a load puts aside. It is made with the first
// of them, under another name, and comes to its own when the load is done: so it
// never holds half a line, and never speaks of a load that was undone.
type rejectFile struct {
	name string
	file *os.File
	out  *bufio.Writer
	has  bool // keep has put it in its place
}

// Write adds a line.
func (r *rejectFile) Write(line []byte) (int, error) {
	if r.file == nil {
		f, err := os.CreateTemp(filepath.Dir(r.name), ".sqlq-rejects-*")
		if err != nil {
			return 0, fmt.Errorf("%s: %w", r.name, bareCause(err))
		}
		r.file, r.out = f, bufio.NewWriter(f)
	}
	return r.out.Write(line)
}

// check refuses a place where the file would do harm: over the input itself, or
// over what is no file.
func (r *rejectFile) check(input string) error {
	if folder, err := os.Stat(filepath.Dir(r.name)); err != nil || !folder.IsDir() {
		return usagef("make the folder, or name another file with --reject", "bad records cannot go to %s: %s is no folder", r.name, filepath.Dir(r.name))
	}
	there, err := os.Stat(r.name)
	if err != nil {
		return nil //nolint:nilerr // nothing is there; making the file tells what else is wrong
	}
	if !there.Mode().IsRegular() {
		return usagef("name a file that may be replaced", "%s is no file: bad records cannot go there", r.name)
	}
	if in, err := os.Stat(input); err == nil && os.SameFile(in, there) {
		return usagef("give --reject another name", "%s is the input: bad records would replace it", r.name)
	}
	if there.Size() > 0 && !startsWith(r.name, rejectStart) {
		return usagef("give --reject another name, or move the file away", "%s is there and holds no bad records of an earlier load", r.name)
	}
	return nil
}

// rejectStart is how every line of a reject file begins.
const rejectStart = `{"line":`

func startsWith(name, start string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // only read
	head := make([]byte, len(start))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == start
}

// keep puts the file in its place. Without any record there is none.
func (r *rejectFile) keep() error {
	if r.file == nil {
		return nil
	}
	temporary := r.file.Name()
	err := errors.Join(r.out.Flush(), r.file.Chmod(0o644), r.file.Close())
	r.file = nil
	if err == nil {
		err = os.Rename(temporary, r.name)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", r.name, errors.Join(bareCause(err), os.Remove(temporary)))
	}
	r.has = true
	return nil
}

// bareCause is what is wrong with a file, without the name of the temporary one.
func bareCause(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// discard removes what was not kept.
func (r *rejectFile) discard() error {
	if r.file == nil {
		return nil
	}
	name := r.file.Name()
	return errors.Join(r.file.Close(), os.Remove(name))
}

// kept is the name of the file when there is one.
func (r *rejectFile) kept() string {
	if !r.has {
		return ""
	}
	return r.name
}
