package source

import (
	"strings"
	"unicode"
)

// An excerpt shows at most maxCells terminal cells of a line, of which leadCells
// stand before the caret when the line has to be clipped.
const (
	maxCells  = 100
	leadCells = 40
)

// excerpt cuts the line of the diagnostic around its place and draws the caret
// line below it.
func (d *Diagnostic) excerpt() (line, caret string) {
	text, at, end := d.place()
	before, clippedLeft := tail(text[:at], leadCells)
	if cells(text) <= maxCells {
		before, clippedLeft = printable(text[:at]), false
	}
	room := maxCells - cells(before)
	marked, clippedMark := head(text[at:end], room)
	after, clippedRight := "", clippedMark
	if !clippedMark {
		after, clippedRight = head(text[end:], room-cells(marked))
	}
	pad := strings.Repeat(" ", cells(before))
	if clippedLeft {
		before, pad = "…"+before, " "+pad
	}
	if clippedRight {
		after += "…"
	}
	return before + marked + after, pad + strings.Repeat("^", max(1, cells(marked)))
}

// place is the line to show and the marked bytes within it. At the end of a text
// that ends with blank lines it is the end of the last line that is not blank:
// there something is missing.
func (d *Diagnostic) place() (text string, at, end int) {
	span, line := d.span, d.Line
	if rest := strings.TrimRight(d.file.text, " \t\r\n"); span.Start == len(d.file.text) && rest != "" {
		span = Span{len(rest), len(rest)}
		line = d.file.Pos(span.Start).Line
	}
	text, start := d.file.line(line)
	at = min(span.Start-start, len(text))
	return text, at, max(min(span.End-start, len(text)), at)
}

// head is as much of the front of s as fits into the given cells.
func head(s string, room int) (shown string, clipped bool) {
	var b strings.Builder
	for _, r := range s {
		r = shownAs(r)
		if room -= width(r); room < 0 {
			return b.String(), true
		}
		b.WriteRune(r)
	}
	return b.String(), false
}

// tail is as much of the end of s as fits into the given cells.
func tail(s string, room int) (shown string, clipped bool) {
	runes := []rune(printable(s))
	from := len(runes)
	for from > 0 && room >= width(runes[from-1]) {
		from--
		room -= width(runes[from])
	}
	return string(runes[from:]), from > 0
}

func printable(s string) string { return strings.Map(shownAs, s) }

// shownAs keeps text that a terminal would act upon, such as escapes and changes
// of writing direction, from doing so.
func shownAs(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return '\uFFFD'
	}
	return r
}

func cells(s string) int {
	n := 0
	for _, r := range s {
		n += width(shownAs(r))
	}
	return n
}

// width is the number of terminal cells of a character: 0 for combining marks, 2
// for the wide scripts of East Asia and pictographs, else 1.
func width(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0xA4CF && r != 0x303F, r >= 0xAC00 && r <= 0xD7A3,
		r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE6F, r >= 0xFF01 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6,
		r >= 0x1F300 && r <= 0x1F64F, r >= 0x1F680 && r <= 0x1F6FF, r >= 0x1F900 && r <= 0x1F9FF, r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}
