package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

// writeTable prints a bundle for people: what, why, how sure, tokens; then the
// budget and what was left out.
func writeTable(w io.Writer, b packer.Bundle, width int) {
	if len(b.Items) > 0 {
		writeItems(w, b.Items, width)
		fmt.Fprintln(w)
	}
	fact := func(name, text string) {
		const margin = 11
		for i, line := range wrap(text, width-margin, "") {
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(w, "%-*s%s\n", margin, name, line)
		}
	}
	m := b.Metadata
	fact("budget", budgetText(m.Budget))
	fact("packed", packedText(b))
	if left := excludedText(m.Excluded); left != "" {
		fact("left out", left)
	}
	if b.Evidence != nil {
		fact("evidence", evidenceText(b.Evidence))
	}
	fact("query", m.CanonicalQuery)
	fact("bundle", fmt.Sprintf("%s by %s at %s", b.ID, m.Scorer, m.EvaluatedAt))
}

func writeItems(w io.Writer, items []packer.Item, width int) {
	const number, tokens, gaps = 2, 6, 8
	sure := 24
	if width < 90 {
		sure = 18
	}
	rest := width - number - sure - tokens - gaps
	columns := []column{
		{title: "#", width: number, right: true}, {title: "what", width: rest * 45 / 100},
		{title: "why", width: rest - rest*45/100}, {title: "how sure", width: sure}, {title: "tokens", width: tokens, right: true},
	}
	var heads, rules [][]string
	for _, c := range columns {
		heads = append(heads, []string{c.title})
		rules = append(rules, []string{strings.Repeat("─", c.width)})
	}
	writeRow(w, columns, heads...)
	writeRow(w, columns, rules...)
	for i, item := range items {
		cell := func(n int, texts ...string) []string {
			var lines []string
			for _, t := range texts {
				lines = append(lines, wrap(t, columns[n].width, "  ")...)
			}
			return lines
		}
		writeRow(w, columns, []string{strconv.Itoa(i + 1)}, cell(1, short(item.Object), formText(item)),
			cell(2, whyTexts(item)...), cell(3, sureTexts(item)...), []string{strconv.Itoa(item.Tokens)})
	}
}

// short leaves out the scheme that every item has.
func short(address string) string { return strings.TrimPrefix(address, "object://") }

func formText(item packer.Item) string {
	text := "as " + item.Representation
	if item.ContentRef != nil {
		text += ", by reference"
	}
	return text
}

// whyTexts says in words why an item is there.
func whyTexts(item packer.Item) []string {
	var out, preferred []string
	for _, why := range item.Why {
		switch why.Kind {
		case packer.WhyLexical:
			out = append(out, "says "+strings.Join(why.Terms, ", "))
		case packer.WhyRelevance:
			out = append(out, "relevant to "+why.Scorer)
		case packer.WhyExpansion:
			out = append(out, pathText(item.Path, why.Via))
		case packer.WhyPreferred:
			preferred = append(preferred, why.Term)
		}
	}
	if len(preferred) > 0 {
		out = append(out, "preferred: "+strings.Join(preferred, ", "))
	}
	return out
}

// pathText is the way from the seed to the item, with the relation of each hop.
func pathText(path, via []string) string {
	var b strings.Builder
	b.WriteString("path ")
	for i, relation := range via {
		if i < len(path) {
			b.WriteString(short(path[i]))
		}
		b.WriteString(" —" + relation + "— ")
	}
	b.WriteString("it")
	return b.String()
}

// sureTexts says how far an item can be relied on.
func sureTexts(item packer.Item) []string {
	from := "from " + item.Origin
	if item.Origin == schema.OriginUnknown.String() {
		from = "origin unknown"
	}
	switch item.Validation {
	case schema.ValidationHuman.String():
		from += ", human check"
	case schema.ValidationAutomated.String():
		from += ", auto check"
	}
	out := []string{item.Trust + ", " + item.State, from}
	if len(item.Roles) > 0 {
		out = append(out, "roles "+strings.Join(item.Roles, ", "))
	}
	return out
}
