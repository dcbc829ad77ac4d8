package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// readQuery takes the text of a query from the argument, from a file, or from
// standard input. A text that is longer than a query may be is cut just behind
// the limit, where the parser refuses it.
func (a *app) readQuery(args []string, file string) (string, error) {
	const how = `give it as an argument: 'CONTEXT FOR "…"', from a file with -f, or on standard input`
	switch {
	case len(args) == 1 && file != "":
		return "", usagef("leave one of them out", "there is a query in the arguments and one in -f")
	case len(args) == 1 && args[0] != "-":
		if strings.TrimSpace(args[0]) == "" {
			return "", usagef(how, "the query is empty")
		}
		return args[0], nil
	case file != "" && file != "-":
		f, err := openFile(file, "-f takes a file that holds a query; the text itself goes without -f")
		if err != nil {
			return "", err
		}
		defer f.Close() //nolint:errcheck // only read
		return readText(f, file, how)
	case len(args) == 0 && file == "" && isTerminal(a.stdin):
		return "", usagef(how, "there is no query")
	}
	return readText(a.in, "standard input", how)
}

// openFile opens a file that the caller has named. That it cannot be read, or is
// a folder, is a matter of usage.
func openFile(name, hint string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, usagef(hint, "%s cannot be read: %s", name, bareCause(err))
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close() //nolint:errcheck // only read
		return nil, usagef(hint, "%s is a folder", name)
	}
	return f, nil
}

func readText(in io.Reader, name, how string) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, syntax.MaxLength+1))
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	if strings.TrimSpace(string(text)) == "" {
		return "", usagef(how, "%s holds no query", name)
	}
	return string(text), nil
}
