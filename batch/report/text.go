package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// JSON prints the report for programs.
func (r Report) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// fact is a figure with what it is.
type fact struct{ Name, Value string }

// facts are the figures that come first, in the table and on the page.
func (r Report) facts() []fact {
	of := func(n, all int) string { return fmt.Sprintf("%d (%s)", n, percent(share(n, all))) }
	return []fact{
		{"bundles", fmt.Sprint(r.Tasks)},
		{"empty", of(r.Empty, r.Tasks)},
		{"truncated", of(r.Truncated, r.Tasks)},
		{"over-scoped", of(r.OverScope, r.Tasks)},
		{"tokens", fmt.Sprintf("%d, %d a bundle", r.Tokens, r.Tokens/max(r.Tasks, 1))},
		{"items", fmt.Sprintf("%d from %d objects", r.Items, r.Distinct)},
		{"not current", of(r.Stale, r.Items)},
		{"untrusted", of(r.Untrusted, r.Items)},
		{"expanded", of(r.Expanded, r.Items)},
		{"score spread", fmt.Sprintf("%.2f, %.2f, %.2f", r.Spread.Low, r.Spread.Median, r.Spread.High)},
		{"evaluated", r.evaluated()},
	}
}

func (r Report) evaluated() string {
	if r.From == r.To {
		return r.From
	}
	return r.From + " to " + r.To + ": more than one batch"
}

func percent(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }

// Text prints the report for people.
func (r Report) Text(w io.Writer) error {
	var b strings.Builder
	for _, f := range r.facts() {
		fmt.Fprintf(&b, "%-14s%s\n", f.Name, clean(f.Value))
	}
	if r.Bad > 0 {
		fmt.Fprintf(&b, "%-14s%d\n", "bad lines", r.Bad)
	}
	for _, h := range r.histograms() {
		fmt.Fprintf(&b, "\n%s\n", h.Title)
		most := 1
		for _, bar := range h.Bars {
			most = max(most, bar.Count)
		}
		for _, bar := range h.Bars {
			fmt.Fprintf(&b, "  %s%8d  %s\n", pad(bar.Label, 10), bar.Count, strings.Repeat("█", (bar.Count*40+most-1)/most))
		}
	}
	fmt.Fprintf(&b, "\nObjects that carry the load\n   bundles    tokens  object\n")
	for _, l := range r.Objects {
		fmt.Fprintf(&b, "  %8d  %8d  %s\n", l.Bundles, l.Tokens, clean(l.Object))
	}
	for _, t := range []struct {
		title  string
		groups []Group
	}{{"project", r.Projects}, {"scorer", r.Scorers}} {
		fmt.Fprintf(&b, "\nBy %s\n   bundles     empty  truncated     items    tokens  %s\n", t.title, t.title)
		for _, g := range t.groups {
			fmt.Fprintf(&b, "  %8d  %8d   %8d  %8d  %8d  %s\n", g.Tasks, g.Empty, g.Truncated, g.Items, g.Tokens, clean(g.Name))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// clean keeps a name from acting on a terminal.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return utf8.RuneError
		}
		return r
	}, s)
}

// histogram is a chart: columns with a title and what they count.
type histogram struct {
	ID, Title, Unit, About string
	Bars                   []Bar
}

func (r Report) histograms() []histogram {
	return []histogram{
		{"budget", "Budget used", "bundles", "How much of its budget each bundle uses.", r.Budget},
		{"scores", "Scores", "items", "Rank scores of all items; preferences raise some above a million.", r.Scores},
		{"hops", "Hops", "items", "Links between an item and what the task matched; 0 is a match of its own.", r.Hops},
	}
}
