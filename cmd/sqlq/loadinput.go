package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
)

// input is a file to load. Read gives its text, unpacked; the bar counts the
// bytes as they are in the file, whose size is known.
type input struct {
	text    io.Reader
	failed  error  // what reading ended with, other than the end
	label   string // in messages
	rejects string // where bad records go unless told otherwise
	file    *os.File
	bar     *bar
}

// Read reads on, and remembers when that cannot be done.
func (in *input) Read(p []byte) (int, error) {
	n, err := in.text.Read(p)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the gzip file is cut off, or something stands behind its end")
		fallthrough
	case err != nil && !errors.Is(err, io.EOF):
		in.failed = err
	}
	return n, err
}

// Close closes the file.
func (in *input) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

const loadHint = "load takes the names of NDJSON files, plain or gzip, or - for standard input"

// loadable finds out early that a file cannot be loaded.
func loadable(name string) error {
	if name == "-" {
		return nil
	}
	if there, err := os.Stat(name); err == nil && !there.IsDir() && !there.Mode().IsRegular() {
		return nil // a pipe is read once: opening it twice would lose what it holds
	}
	f, err := openFile(name, loadHint)
	if err != nil {
		return err
	}
	return f.Close()
}

// openInput opens a file or standard input.
func (a *app) openInput(name string) (*input, error) {
	in := &input{label: name, rejects: name + ".rejects.ndjson"}
	raw, size := a.in, int64(-1)
	if name == "-" {
		in.label, in.rejects = "standard input", "stdin.rejects.ndjson"
		if f, ok := a.stdin.(*os.File); ok {
			size = fileSize(f)
		}
	} else {
		f, err := openFile(name, loadHint)
		if err != nil {
			return nil, err
		}
		in.file, raw, size = f, f, fileSize(f)
	}
	in.bar = a.newBar(in.label, size)
	text, err := unpack(io.TeeReader(raw, in.bar))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", in.label, err)
	}
	in.text = text
	return in, nil
}

// fileSize is the size of a regular file, else -1.
func fileSize(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// unpack reads through gzip when the text begins like it, which no record does.
func unpack(raw io.Reader) (io.Reader, error) {
	buffered := bufio.NewReaderSize(raw, 1<<20)
	if magic, _ := buffered.Peek(2); string(magic) != "\x1f\x8b" {
		return buffered, nil
	}
	return gzip.NewReader(buffered)
}
