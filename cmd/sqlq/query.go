package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/packer"
)

type queryOptions struct {
	input   *queryInput
	output  *choice
	compact bool
	timeout time.Duration
}

// maxTimeout is what a server can count in milliseconds.
const maxTimeout = 596 * time.Hour

func (a *app) queryCommand() *cobra.Command {
	var opt queryOptions
	cmd := &cobra.Command{
		Use:   "query [TEXT]",
		Short: "Answer a query with a bundle",
		Long: `Answer a CONTEXT FOR query with the bundle of a task: the items, why each is there,
how far it can be trusted, and what was left out.

The query is the argument, the file of -f, or standard input. Flags such as --budget
replace its clauses and take what stands behind the keywords of the clause.

Output: json is the bundle, table is for people, text is for a prompt, sql is the
statement with its values and needs no database. Without -o it is a table on a
terminal and json elsewhere. With -o json errors are JSON as well, on standard error.`,
		Example: `  sqlq query 'CONTEXT FOR "why do payment retries fail" BUDGET 800 TOKENS'
  sqlq query -f task.sq --budget 500 --prefer 'current, verified' -o table
  sqlq query 'CONTEXT FOR "retry policy"' --as-of 2026-01-31 -o text
  echo 'CONTEXT FOR "retry policy"' | sqlq query -o sql`,
		Args: oneQuery,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.query(cmd.Context(), opt, args)
		},
	}
	opt.input = addQueryFlags(cmd)
	opt.output = choose(cmd, "output", "o", "output `format`", "auto", "json", "table", "text", "sql")
	cmd.Flags().BoolVar(&opt.compact, "compact", false, "print json on one line")
	cmd.Flags().DurationVar(&opt.timeout, "timeout", sqlq.DefaultTimeout, "stop a statement after this time; 0: never")
	return cmd
}

func (a *app) query(ctx context.Context, opt queryOptions, args []string) error {
	now, err := opt.input.at()
	if err != nil {
		return err
	}
	if opt.timeout < 0 || opt.timeout > maxTimeout {
		return usagef("0 is no limit", "--timeout takes a time such as 5s, up to %s, not %s", maxTimeout, opt.timeout)
	}
	text, err := a.readQuery(args, opt.input.file)
	if err != nil {
		return err
	}
	q, err := opt.input.parse(text)
	if err != nil {
		return err
	}
	if opt.output.word == "sql" {
		return a.printSQL(ctx, q, now)
	}
	db, err := a.open(ctx, serverTimeout(opt.timeout))
	if err != nil {
		return err
	}
	defer db.Close()
	bundle, err := db.Bundle(ctx, q, sqlq.Run{Now: now})
	if err != nil {
		return err
	}
	if err := a.printBundle(bundle, opt.output.word, opt.compact); err != nil {
		return err
	}
	a.noteNothing(ctx, db.DB, q, bundle, a.format(opt.output.word))
	return nil
}

// serverTimeout turns the flag, where 0 is none, into what Config takes.
func serverTimeout(d time.Duration) time.Duration {
	if d <= 0 {
		return -1
	}
	return max(d, time.Millisecond)
}

// format is the one that auto stands for.
func (a *app) format(word string) string {
	switch {
	case word != "auto":
		return word
	case isTerminal(a.out.w):
		return "table"
	}
	return "json"
}

func (a *app) printBundle(b packer.Bundle, format string, compact bool) error {
	switch a.format(format) {
	case "table":
		writeTable(a.out, b, a.width())
		return nil
	case "text":
		var doc strings.Builder
		writePrompt(&doc, b)
		text := doc.String()
		if isTerminal(a.out.w) {
			text = harmless(text)
		}
		_, err := io.WriteString(a.out, text)
		return err
	}
	line, err := b.JSON()
	if err != nil {
		return err
	}
	out := bytes.NewBuffer(line)
	if !compact {
		out = &bytes.Buffer{}
		if err := json.Indent(out, line, "", "  "); err != nil {
			return err
		}
	}
	out.WriteByte('\n')
	_, err = out.WriteTo(a.out)
	return err
}
