package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// eachCommand calls test with every command that people can see.
func eachCommand(t *testing.T, test func(*testing.T, *cobra.Command)) {
	t.Helper()
	a := newApp(t.Context(), nil, nil, nil, func(string) string { return "" })
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Name() != "help" && !c.Hidden {
			t.Run(c.CommandPath(), func(t *testing.T) { test(t, c) })
		}
		for _, child := range c.Commands() {
			walk(child)
		}
	}
	walk(a.root())
}

// TestEveryCommandIsExplained wants examples that show the command, and flags
// that say what they do.
func TestEveryCommandIsExplained(t *testing.T) {
	eachCommand(t, func(t *testing.T, c *cobra.Command) {
		if !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("the examples do not show it:\n%s", c.Example)
		}
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("the short text is %q", c.Short)
		}
		for line := range strings.Lines(c.Long) {
			if len(line) > 91 {
				t.Errorf("a line has %d bytes: %s", len(line), line)
			}
		}
		for line := range strings.Lines(c.Flags().FlagUsages()) {
			if !strings.Contains(strings.TrimSpace(line), "   ") {
				t.Errorf("a flag says nothing: %s", line)
			}
		}
	})
}

// TestHelp prints the help of every command to standard output.
func TestHelp(t *testing.T) {
	eachCommand(t, func(t *testing.T, c *cobra.Command) {
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		stdout, stderr, code := call(t, "", nil, args...)
		if code != exitOK || stderr != "" || !strings.Contains(stdout, "Examples:") {
			t.Errorf("exit code %d, stderr %q:\n%s", code, stderr, stdout)
		}
	})
}

// TestHostileInput feeds what no query is: an answer, but never a panic.
func TestHostileInput(t *testing.T) {
	for name, text := range map[string]string{
		"zeros":     "CONTEXT FOR \"a\x00b\"",
		"not UTF-8": "CONTEXT FOR \"\xff\xfe\"",
		"huge":      `CONTEXT FOR "` + strings.Repeat("a", 3<<20) + `"`,
		"nested":    "FIND OBJECT WHERE " + strings.Repeat("(", 1<<18),
		"digits":    `CONTEXT FOR "a" BUDGET ` + strings.Repeat("9", 1<<18) + " TOKENS",
		"escapes":   "CONTEXT FOR \x1b[2J",
		"unended":   `CONTEXT FOR "`,
	} {
		t.Run(name, func(t *testing.T) {
			for _, args := range [][]string{{"query"}, {"compile", "-s", "tokens"}, {"compile", "-s", "ast"}, {"fmt"}} {
				_, stderr, code := call(t, text, nil, args...)
				if code != exitFailed && args[0] == "query" {
					t.Errorf("%s: exit code %d", args, code)
				}
				if strings.Contains(stderr, "\x1b") || len(stderr) > 2000 {
					t.Errorf("%s: %d bytes on standard error: %.300q", args, len(stderr), stderr)
				}
			}
		})
	}
}
