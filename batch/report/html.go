package report

import (
	_ "embed" // for the page
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html
var pageText string

// The page escapes whatever a bundle holds, wherever it stands.
var page = template.Must(template.New("page").Parse(pageText))

// HTML prints the report as one page that loads nothing, runs no script, and has
// a table behind each chart.
func (r Report) HTML(w io.Writer) error {
	type line struct {
		Load
		Share string
	}
	view := struct {
		Report
		Facts   []fact
		Charts  []chart
		Objects []line
		Groups  []groupTable
	}{Report: r, Facts: r.facts(), Groups: []groupTable{{"project", r.Projects}, {"scorer", r.Scorers}}}
	for _, h := range r.histograms() {
		view.Charts = append(view.Charts, draw(h))
	}
	for _, l := range r.Objects {
		view.Objects = append(view.Objects, line{l, percent(share(l.Bundles, r.Tasks))})
	}
	return page.Execute(w, view)
}

// groupTable is the bundles by something.
type groupTable struct {
	Title string
	Rows  []Group
}

// chart is a histogram as it is drawn: bars that lie, so that their labels can be
// read on a narrow screen.
type chart struct {
	histogram
	Width, Height, Axis int
	Columns             []bar
	Words               string // all of it, for those who do not see it
}

// bar is a bar with its place; Text is the line on which its words stand, End
// where its number does.
type bar struct {
	Bar
	Y, W, H, Text, End int
	Share              string
}

// Measures of a chart, in units of its own: it grows and shrinks with the page.
const (
	chartWidth, axis, longest = 520, 96, 350
	rowHeight, barHeight      = 24, 17
)

func draw(h histogram) chart {
	c := chart{histogram: h, Width: chartWidth, Height: rowHeight*len(h.Bars) + 4, Axis: axis}
	most, all := 1, 0
	for _, b := range h.Bars {
		most, all = max(most, b.Count), all+b.Count
	}
	var words []string
	for i, b := range h.Bars {
		width := (b.Count*longest + most - 1) / most
		c.Columns = append(c.Columns, bar{Bar: b, Y: i*rowHeight + 4, W: width, H: barHeight, Text: i*rowHeight + 17,
			End: axis + width + 6, Share: percent(share(b.Count, all))})
		words = append(words, fmt.Sprintf("%s: %d", b.Label, b.Count))
	}
	c.Words = strings.Join(words, "; ")
	return c
}
