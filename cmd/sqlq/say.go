package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

var outputFlag = regexp.MustCompile(`^(-v*o|--output)(=?json)?$`)

// wantsJSON tells whether the arguments ask for JSON. It does so before they are
// read, for the error of a flag that stands before -o is to be JSON as well.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		if arg == "--" {
			return false
		}
		switch found := outputFlag.FindStringSubmatch(arg); {
		case found == nil || arg == "--outputjson":
		case found[2] != "" || i+1 < len(args) && args[i+1] == "json":
			return true
		}
	}
	return false
}

// say tells a person something, or a program under -o json.
func (a *app) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !a.json {
		fmt.Fprintln(a.err, visible(text))
		return
	}
	enc := json.NewEncoder(a.err)
	enc.SetEscapeHTML(false)
	enc.Encode(map[string]string{"note": strings.TrimPrefix(text, "note: ")}) //nolint:errcheck // there is nowhere to tell
}

// notes is where the local server tells what takes time.
func (a *app) notes() io.Writer {
	if !a.json {
		return a.err
	}
	return noteWriter{a}
}

// noteWriter says each line that is written.
type noteWriter struct{ app *app }

func (n noteWriter) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		if line = strings.TrimSpace(line); line != "" {
			n.app.say("%s", line)
		}
	}
	return len(p), nil
}

// log is for --verbose.
func (a *app) log() *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelDebug}
	switch {
	case !a.verbose:
		return slog.New(slog.DiscardHandler)
	case a.json:
		return slog.New(slog.NewJSONHandler(a.err, options))
	}
	return slog.New(slog.NewTextHandler(a.err, options))
}
