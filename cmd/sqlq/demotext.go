package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sqlq-dev/sqlq/sample"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
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
	if q.Story != "" {
		a.paragraph("", q.Story)
		fmt.Fprintln(a.out)
	}
	for line := range strings.Lines(strings.TrimSpace(laidOut(q.Text)) + "\n") {
		fmt.Fprint(a.out, "    "+line)
	}
	fmt.Fprintln(a.out)
}

// laidOut prints a query as fmt does.
func laidOut(text string) string {
	tree, err := syntax.Parse(source.New(text))
	if err != nil {
		return text
	}
	return syntax.Format(tree)
}

func (a *app) paragraph(indent, text string) {
	for _, line := range wrap(text, a.width()-len(indent), "") {
		fmt.Fprintln(a.out, indent+line)
	}
}

// typed is how this command is called: an executable that go run has made is on
// no path.
func typed(executable string) (command string, installed bool) {
	for _, folder := range strings.Split(filepath.ToSlash(executable), "/") {
		if strings.HasPrefix(folder, "go-build") {
			return "go run ./cmd/sqlq", false
		}
	}
	return "sqlq", true
}

// sayNext says what to try after the demo.
func (a *app) sayNext(own, kept bool, dsn string) {
	executable, _ := os.Executable() // unknown: taken for installed
	sqlq, installed := typed(executable)
	var steps [][2]string
	if !own {
		steps = [][2]string{
			{sqlq + ` demo 'CONTEXT FOR "gauge offset at Grauwik" BUDGET 400 TOKENS'`, "ask the sample yourself"},
			{sqlq + ` demo --budget 300 --exclude 'untrusted, stale'`, "change clauses by flags"},
			{sqlq + ` compile --stage sql 'CONTEXT FOR "gauge offset"'`, "see the statement behind it"},
			{sqlq + ` load FILE && ` + sqlq + ` query 'CONTEXT FOR "…"'`, "ask data of your own"},
		}
	}
	if kept {
		steps = append(steps, [2]string{sqlq + " query --dsn '" + dsn + "' 'CONTEXT FOR \"…\"'"}, [2]string{sqlq + " db stop"})
	}
	if len(steps) == 0 {
		return
	}
	if !installed {
		steps = append(steps, [2]string{"go install ./cmd/sqlq", "then it is sqlq, with $(go env GOPATH)/bin on PATH"})
	}
	var b strings.Builder
	b.WriteString("Try next:")
	for _, step := range steps {
		b.WriteString("\n  " + strings.TrimRight(fmt.Sprintf("%-*s   %s", 64+len(sqlq), step[0], step[1]), " "))
	}
	a.say("%s", b.String())
}
