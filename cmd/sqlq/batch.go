package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
)

// batchOptions are the flags of batch.
type batchOptions struct {
	input                  *queryInput
	template, templateFile string
	tasksSQL               string
	from, output           *choice
	out, into, errors      string
	resume                 bool
	jobs, maxErrors        int
	taskTimeout, timeout   time.Duration
}

func (a *app) batchCommand() *cobra.Command {
	opt := batchOptions{input: &queryInput{}}
	cmd := &cobra.Command{
		Use:   "batch [FILE]",
		Short: "Answer thousands of queries at one time from one state of the database",
		Long: `Answer a query for each task of a file, of standard input or of a statement, all at one
time and from one state of the database, on a connection for each core.

Tasks are NDJSON, {"id":"…","query":"CONTEXT FOR …"} a line, CSV with a header, or the
rows of --tasks-sql. With --template their fields are the values of its variables:
CONTEXT FOR $task BUDGET $tokens TOKENS. Flags such as --budget replace clauses in all.

Output, in the order of the tasks: ndjson is a line for each task, with its bundle; csv
and parquet are a row for each item, as is a table with --into. A task that fails goes
to the file of errors and stops no other.

With --out a batch that was killed or lost its server goes on with --resume.
Exit codes: 0 all are answered, 1 some have failed, 2 usage, 3 database unreachable.`,
		Example: `  sqlq batch tasks.ndjson --out bundles.ndjson
  sqlq batch tasks.ndjson --out bundles.ndjson --resume
  sqlq batch tickets.csv --template 'CONTEXT FOR $title BUDGET 800 TOKENS' -o csv
  sqlq batch --tasks-sql 'select id, title from ticket' --template 'CONTEXT FOR $title'
  sqlq batch tasks.ndjson --into analysis.item
  sqlq batch report bundles.ndjson`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.input.flags = cmd.Flags()
			return a.batch(cmd.Context(), opt, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opt.template, "template", "", "the `query` of all tasks, with variables such as $title")
	f.StringVar(&opt.templateFile, "template-file", "", "read the template from this `file`")
	f.StringVar(&opt.tasksSQL, "tasks-sql", "", "take the tasks from the rows of this `statement`")
	opt.from = choose(cmd, "from", "", "`format` of the tasks; auto looks at the first character", "auto", "ndjson", "csv")
	opt.output = choose(cmd, "output", "o", "output `format`; auto goes by the name of --out", "auto", "ndjson", "json", "csv", "parquet")
	f.StringVar(&opt.out, "out", "", "write to this `file`, with a journal beside it")
	f.StringVar(&opt.into, "into", "", "write items to this `schema.table`, made if it is missing")
	f.StringVar(&opt.errors, "errors", "", "`file` for tasks that fail (default OUT.errors.ndjson, or standard error)")
	f.BoolVar(&opt.resume, "resume", false, "go on with the batch that wrote --out, at the same time T")
	f.IntVarP(&opt.jobs, "jobs", "j", 0, "answer this `many` tasks at once; 0: one for each core")
	f.IntVar(&opt.maxErrors, "max-errors", 0, "end the batch when this `many` tasks have failed; 0: never")
	f.DurationVar(&opt.taskTimeout, "task-timeout", sqlq.DefaultTimeout, "give a task up when a statement takes longer; 0: never")
	f.DurationVar(&opt.timeout, "timeout", 0, "end the batch after this time; 0: never")
	opt.input.addClauses(cmd)
	cmd.AddCommand(a.batchReportCommand())
	return cmd
}

// oneFile refuses more than one file.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return usagef("put them together: cat FILE… | "+cmd.CommandPath(), "%s takes one file, but there are %d", cmd.CommandPath(), len(args))
}

// batch checks the call, opens what it names and runs it.
func (a *app) batch(ctx context.Context, opt batchOptions, args []string) (err error) {
	plan, err := a.planBatch(opt, args)
	if err != nil {
		return err
	}
	in, err := a.openTasks(plan)
	if err != nil {
		return err
	}
	defer in.close()
	out, err := plan.prepare(a)
	if err != nil {
		return err
	}
	defer out.abandon()
	if out.state.Complete {
		a.say("%s is complete: %s, %d failed", plan.out, counted(int(out.state.Tasks), "task"), out.state.Failed)
		return exitFor(out.state.Failed)
	}
	db, err := a.open(ctx, serverTimeout(opt.taskTimeout))
	if err != nil {
		return err
	}
	defer db.Close()
	now := plan.now
	if out.header != nil {
		now = &out.header.Now
	}
	held, err := db.OpenBatch(ctx, sqlq.BatchOptions{Now: now, Jobs: opt.jobs, MaxErrors: opt.maxErrors})
	if err != nil {
		return err
	}
	defer held.Close()
	defer out.abandon() // a table must be let go of before its database
	store, err := held.Store(ctx)
	if err != nil {
		return err
	}
	if out.header != nil && out.header.Store != store {
		return out.refuse("connect to the database of the first time", "%s is of a batch over another store", journalName(plan.out))
	}
	if err := out.open(ctx, db.DB, batch.Header{Now: held.Now(), Plan: plan.digest, Store: store}); err != nil {
		return err
	}
	return a.runBatch(ctx, plan, in, out, held)
}

// exitFor is the end of a batch of which so many tasks have failed.
func exitFor(failed int64) error {
	if failed > 0 {
		return quiet{exitFailed}
	}
	return nil
}
