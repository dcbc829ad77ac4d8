package main

import (
	"io"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// plain keeps text that a terminal would act upon, such as escapes and changes
// of writing direction, from doing so. Every kind of white space is a space.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return inert(r)
	}, s)
}

// harmless is plain for a text of many lines.
func harmless(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return inert(r)
	}, s)
}

func inert(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return unicode.ReplacementChar
	}
	return r
}

// wrap breaks a text into lines of at most width terminal cells: at spaces where
// it can, else behind / : , or -, else between characters. Lines after the first
// begin with indent.
func wrap(s string, width int, indent string) []string {
	var lines []string
	rest := strings.TrimSpace(plain(s))
	for prefix := ""; ; prefix = indent {
		head, tail := cut(rest, width-len(prefix))
		lines = append(lines, prefix+head)
		if tail == "" {
			return lines
		}
		rest = tail
	}
}

// cut takes as much from the front of s as fits.
func cut(s string, width int) (head, tail string) {
	var used, space, mark, end int
	state := -1
	for rest := s; rest != ""; {
		var cluster string
		var cells int
		cluster, rest, cells, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used+cells > width && end > 0 {
			return breakAt(s, end, space, mark, cluster == " ")
		}
		used += cells
		end += len(cluster)
		switch cluster {
		case " ":
			space = end
		case "/", ":", ",", "-", ".", "_":
			mark = end
		}
	}
	return s, ""
}

// breakAt cuts at the best of the places found: before a space that does not
// fit, behind the last space, behind a mark when the space comes too early for a
// decent line, else right here.
func breakAt(s string, end, space, mark int, onSpace bool) (head, tail string) {
	switch {
	case onSpace:
	case mark > end/2 && space < end/2:
		end = mark
	case space > 0:
		end = space
	}
	return strings.TrimRight(s[:end], " "), strings.TrimLeft(s[end:], " ")
}

// column is one column of a table.
type column struct {
	title string
	width int
	right bool // numbers stand to the right
}

// writeRow prints cells side by side; a cell is a list of lines.
func writeRow(w io.Writer, columns []column, cells ...[]string) {
	for line := 0; ; line++ {
		var row strings.Builder
		more := false
		for i, c := range columns {
			text := ""
			if line < len(cells[i]) {
				text, more = cells[i][line], true
			}
			pad := strings.Repeat(" ", max(0, c.width-uniseg.StringWidth(text)))
			if c.right {
				text, pad = pad+text, ""
			}
			row.WriteString(text + pad + "  ")
		}
		if !more {
			return
		}
		io.WriteString(w, strings.TrimRight(row.String(), " ")+"\n") //nolint:errcheck // the sink remembers
	}
}
