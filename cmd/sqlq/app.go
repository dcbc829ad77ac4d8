package main

import (
	"context"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// app is one call of the command: its streams, its environment and the flags
// that every command has.
type app struct {
	in    io.Reader
	stdin io.Reader // in as it was given, to ask whether it is a terminal
	out   *sink
	err   io.Writer
	env   func(string) string

	dsn     *pflag.Flag
	verbose bool
	json    bool // -o json was asked for: standard error is JSON as well
	asked   bool // a server was connected to
}

func newApp(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) *app {
	return &app{in: interruptible(ctx, stdin), stdin: stdin, out: &sink{w: stdout}, err: stderr, env: env}
}

// root builds the whole command tree.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "sqlq",
		Short: "Ask a PostgreSQL database for the context of a task",
		Long: `sqlq turns what sits in a PostgreSQL database into the smallest relevant, current,
trusted context for a task, within a token budget, and says why each item is there.

The database is the one that --dsn, DATABASE_URL or the PG* variables name, in this
order. Without any of them sqlq runs a local PostgreSQL of its own.

Exit codes: 0 ok, 1 query or data error, 2 usage, 3 database unreachable, 130 interrupted;
go run makes 1 of each but 0. With -o json standard error is JSON too, one object a line.`,
		Example: `  sqlq demo
  sqlq load records.ndjson
  sqlq query 'CONTEXT FOR "payment retries" BUDGET 800 TOKENS PREFER VERIFIED'`,
		Version:           buildVersion(),
		Args:              cobra.ArbitraryArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE:              showHelpOr(false),
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return a.refuseDSN(cmd) },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().String("dsn", "", "`address` of the database: postgres://… or host=… dbname=…")
	a.dsn = root.PersistentFlags().Lookup("dsn")
	root.PersistentFlags().BoolVarP(&a.verbose, "verbose", "v", false, "log what is sent to the server")
	root.AddCommand(
		a.demoCommand(), a.queryCommand(), a.batchCommand(), a.compileCommand(), a.fmtCommand(), a.loadCommand(),
		a.indexCommand(), a.migrateCommand(), a.dbCommand(), a.doctorCommand(), a.versionCommand(), a.completionCommand(),
	)
	return root
}

// isTerminal tells whether a stream is one that a person sits at.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// width is how many columns a table may take.
func (a *app) width() int {
	const narrow, usual, wide = 60, 100, 160
	columns := usual
	if n, err := strconv.Atoi(a.env("COLUMNS")); err == nil {
		columns = n
	}
	if f, ok := a.out.w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			columns = n
		}
	}
	return min(max(columns, narrow), wide)
}
