package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

type fmtOptions struct{ write, check bool }

func (a *app) fmtCommand() *cobra.Command {
	var opt fmtOptions
	cmd := &cobra.Command{
		Annotations: at("formatting needs no database"),
		Use:         "fmt [FILE…]",
		Short:       "Format queries; needs no database",
		Long: `Print queries as people write them best: one clause a line, keywords in upper case.
Each file holds one query; without a file, or for -, it is standard input. A file that
is no query is left alone and named, and the others are formatted all the same.`,
		Example: `  sqlq fmt task.sq
  sqlq fmt -w queries/*.sq
  sqlq fmt --check queries/*.sq
  echo 'context for "retries" budget 500 tokens' | sqlq fmt`,
		RunE: func(_ *cobra.Command, args []string) error { return a.formatAll(args, opt) },
	}
	cmd.Flags().BoolVarP(&opt.write, "write", "w", false, "write the result back to the file")
	cmd.Flags().BoolVar(&opt.check, "check", false, "only name the files that are not formatted; exit code 1 if there are any")
	return cmd
}

func (a *app) formatAll(names []string, opt fmtOptions) error {
	if opt.write && opt.check {
		return usagef("leave one of them out", "-w and --check cannot be had together")
	}
	if len(names) == 0 {
		if isTerminal(a.stdin) {
			return usagef("name a file, or give a query on standard input", "there is no query")
		}
		names = []string{"-"}
	}
	exit := exitOK
	for _, name := range names {
		err := a.formatFile(name, opt)
		switch {
		case errors.Is(err, errNotFormatted):
			fmt.Fprintln(a.out, name)
			exit = max(exit, exitFailed)
		case err != nil:
			exit = max(exit, a.tell(classify(err)))
		}
	}
	if exit != exitOK {
		return quiet{exit}
	}
	return nil
}

// errNotFormatted is what fmt --check looks for.
var errNotFormatted = errors.New("not formatted")

func (a *app) formatFile(name string, opt fmtOptions) error {
	text, err := a.readFile(name, opt)
	if err != nil {
		return err
	}
	label := name
	if name == "-" {
		label = ""
	}
	tree, err := syntax.Parse(source.Named(label, string(text)))
	if err != nil {
		return err
	}
	formatted := []byte(syntax.Format(tree))
	same := bytes.Equal(text, formatted)
	switch {
	case opt.check && same, opt.write && same:
		return nil
	case opt.check:
		return errNotFormatted
	case opt.write:
		return replaceFile(name, formatted)
	}
	_, err = a.out.Write(formatted)
	return err
}

func (a *app) readFile(name string, opt fmtOptions) ([]byte, error) {
	const how = "name a file, or give a query on standard input"
	if name == "-" {
		if opt.write {
			return nil, usagef("leave -w out: the result is printed", "-w cannot write standard input")
		}
		text, err := readText(a.in, "standard input", how)
		return []byte(text), err
	}
	f, err := openFile(name, "fmt takes files, or a query on standard input; sqlq query takes the text itself")
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	text, err := readText(f, name, how)
	return []byte(text), err
}

// replaceFile puts a new file in the place of the old one, so that there never
// is half a file.
func replaceFile(name string, content []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".sqlq-fmt-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) //nolint:errcheck // gone after the rename
	_, err = io.Copy(tmp, bytes.NewReader(content))
	if err = errors.Join(err, tmp.Chmod(info.Mode().Perm()), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
