package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq/batch/report"
)

func (a *app) batchReportCommand() *cobra.Command {
	var output *choice
	var top int
	cmd := &cobra.Command{
		Annotations: at("a report needs no database"),
		Use:         "report FILE",
		Short:       "Say what the bundles of a batch have in common; needs no database",
		Long: `Read the NDJSON that sqlq batch wrote and say how many bundles are empty, truncated or
over-scoped, how they use their budgets, which objects carry the load, how many items
are stale, untrusted or reached over links, how scores spread; by project and scorer.

Output: table is for people, json for programs, html is one page with charts that needs
nothing beside it. - is standard input; gzip is recognised.`,
		Example: `  sqlq batch report bundles.ndjson
  sqlq batch report bundles.ndjson -o html > report.html
  sqlq batch tasks.ndjson | sqlq batch report - -o json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("name the file that sqlq batch wrote, or - for standard input", "there is no file to report on")
			}
			return oneFile(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if top < 0 {
				return usagef("give it a number from 0 on", "--top takes no number below 0")
			}
			r, err := a.readReport(args[0], top)
			if err != nil {
				return err
			}
			switch output.word {
			case "json":
				return r.JSON(a.out)
			case "html":
				return r.HTML(a.out)
			}
			return r.Text(a.out)
		},
	}
	output = choose(cmd, "output", "o", "output `format`", "table", "json", "html")
	cmd.Flags().IntVar(&top, "top", 20, "name this `many` of the objects that carry the load")
	return cmd
}

func (a *app) readReport(name string, top int) (report.Report, error) {
	raw, label := a.in, "standard input"
	if name != "-" {
		f, err := openFile(name, "report takes the NDJSON that sqlq batch wrote, plain or gzip, or - for standard input")
		if err != nil {
			return report.Report{}, err
		}
		defer f.Close() //nolint:errcheck // only read
		raw, label = f, name
	}
	text, err := unpack(raw)
	if err != nil {
		return report.Report{}, fmt.Errorf("reading %s: %w", label, err)
	}
	return report.Read(label, text, top)
}
