package source

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// markStep is the number of bytes between two counted places of a File. It
// bounds the work of one Pos, also in a text that is one long line.
const markStep = 256

// File is one query text with the index that turns byte offsets into positions.
// It never changes and may be shared.
type File struct {
	name  string
	text  string
	lines []int // byte offset of the start of each line
	marks []int // code points before byte 0, markStep, 2*markStep, …
}

// New indexes a query text. Every text is fine, also one that is not UTF-8: each
// byte that belongs to no code point counts as one.
func New(text string) *File { return Named("", text) }

// Named indexes a text that came from a named place, such as a command-line
// flag. Errors begin with the name.
func Named(name, text string) *File {
	f := &File{name: name, text: text, lines: []int{0}}
	count, next := 0, 0
	for i, r := range text {
		for ; next <= i; next += markStep {
			f.marks = append(f.marks, count)
		}
		count++
		if r == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	for ; next <= len(text); next += markStep {
		f.marks = append(f.marks, count)
	}
	return f
}

// Name is where the text came from; empty for a query.
func (f *File) Name() string { return f.name }

// Text is the whole text.
func (f *File) Text() string { return f.text }

// Slice is the text of a span.
func (f *File) Slice(s Span) string { return f.text[s.Start:s.End] }

// All is the span of the whole text.
func (f *File) All() Span { return Span{0, len(f.text)} }

// End is the empty span after the last character.
func (f *File) End() Span { return Span{len(f.text), len(f.text)} }

// Pos is the position of the character at a byte offset. An offset outside the
// text gives the nearest end.
func (f *File) Pos(offset int) Pos {
	offset = min(max(offset, 0), len(f.text))
	line := sort.SearchInts(f.lines, offset+1) - 1
	count := f.count(offset)
	return Pos{Offset: count, Line: line + 1, Column: count - f.count(f.lines[line]) + 1}
}

// count is the number of code points before a byte offset. A mark that cuts a
// code point in two has counted it already, hence the step back to its start.
func (f *File) count(offset int) int {
	mark := offset / markStep
	from := mark * markStep
	for from < offset && from > 0 && f.inside(from) {
		from++
	}
	return f.marks[mark] + utf8.RuneCountInString(f.text[from:max(from, offset)])
}

// inside tells whether a byte offset lies within a code point that began before.
func (f *File) inside(offset int) bool {
	for back := 1; back < utf8.UTFMax && back <= offset; back++ {
		start := offset - back
		if utf8.RuneStart(f.text[start]) {
			_, size := utf8.DecodeRuneInString(f.text[start:])
			return size > back
		}
	}
	return false
}

// line is the text of a line without its line break, counted from 1, and the
// byte offset where it begins.
func (f *File) line(n int) (text string, start int) {
	start = f.lines[n-1]
	end := len(f.text)
	if n < len(f.lines) {
		end = f.lines[n] - 1
	}
	return strings.TrimSuffix(f.text[start:end], "\r"), start
}
