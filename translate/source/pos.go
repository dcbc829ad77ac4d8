package source

import "fmt"

// Pos is a position as people count it.
type Pos struct {
	Offset int `json:"offset"` // code points before it, from 0
	Line   int `json:"line"`   // from 1; a line ends with a line feed
	Column int `json:"column"` // code points, from 1
}

// String is line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Span is a piece of text: the bytes from Start up to, not including, End. Nodes
// of the syntax tree embed it.
type Span struct {
	Start, End int
}

// Range returns the span itself, so that what embeds a Span tells its place.
func (s Span) Range() Span { return s }

// To is the span from the start of s to the end of t.
func (s Span) To(t Span) Span { return Span{s.Start, t.End} }
