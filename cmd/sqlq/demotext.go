package main

import (
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq/sample"
)

// introduce says what there is to see.
func (a *app) introduce() {
	a.paragraph("", "The sample is the project \"tideline\": decisions, incidents, notes and tickets of a small team, "+
		"with revisions, derivations that went stale, and text from outside that tries to give orders. "+
		"Each query below asks for what a task needs, within a token budget.")
	fmt.Fprintln(a.out)
}

// headline prints the title of a query, what to notice, and its text.
func (a *app) headline(i int, q sample.Query) {
	title := fmt.Sprintf("%d. %s", i+1, q.Title)
	fmt.Fprintf(a.out, "%s\n%s\n", title, strings.Repeat("═", min(len([]rune(title)), a.width())))
	a.paragraph("", q.Story)
	fmt.Fprintln(a.out)
	for line := range strings.Lines(strings.TrimSpace(q.Text) + "\n") {
		fmt.Fprint(a.out, "    "+line)
	}
	fmt.Fprintln(a.out)
}

func (a *app) paragraph(indent, text string) {
	for _, line := range wrap(text, a.width()-len(indent), "") {
		fmt.Fprintln(a.out, indent+line)
	}
}

// sayNext says what to try after the demo.
func (a *app) sayNext(own, kept bool, dsn string) {
	steps := []string{}
	if !own {
		steps = append(steps,
			`sqlq demo 'CONTEXT FOR "gauge offset at Grauwik" BUDGET 400 TOKENS'   ask the sample yourself`,
			`sqlq demo --budget 300 --exclude 'untrusted, stale'                   change clauses by flags`,
			`sqlq compile --stage sql 'CONTEXT FOR "gauge offset"'                 see the statement behind it`,
			`sqlq load FILE && sqlq query 'CONTEXT FOR "…"'                        ask data of your own`)
	}
	if kept {
		steps = append(steps, "sqlq query --dsn '"+dsn+"' 'CONTEXT FOR \"…\"'", "sqlq db stop")
	}
	if len(steps) > 0 {
		a.say("Try next:\n  %s", strings.Join(steps, "\n  "))
	}
}
