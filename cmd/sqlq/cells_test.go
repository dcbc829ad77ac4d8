package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	for text, want := range map[string][]string{
		"":                        {""},
		"one two three":           {"one two", "  three"},
		"a/very/long/address@12":  {"a/very/", "  long/", "  address@", "  12"},
		"abcdefghijklmnop":        {"abcdefghij", "  klmnop"},
		"東京都庁舎前":                  {"東京都庁舎", "  前"},
		"tab\tand\x1b[1m escape":  {"tab", "  and�[1m", "  escape"},
		"e\u0301e\u0301 \u202eab": {"e\u0301e\u0301 �ab"},
	} {
		if diff := cmp.Diff(want, wrap(text, 10, "  ")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// TestWrapFits keeps every line within its width and loses nothing but spaces.
func TestWrapFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		width := rapid.IntRange(4, 30).Draw(t, "width")
		lines := wrap(text, width, "  ")
		for _, line := range lines {
			// A character with many marks may be wider than the line: it stays whole.
			if uniseg.StringWidth(line) > width && uniseg.GraphemeClusterCount(strings.TrimSpace(line)) > 1 {
				t.Fatalf("%q is wider than %d", line, width)
			}
		}
		bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if got, want := bare(strings.Join(lines, "")), bare(plain(text)); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
