// Command sqlq asks a PostgreSQL database for the context of a task.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/sqlq-dev/sqlq/pglocal"
)

func main() {
	pglocal.MaybeReap()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// run is one call of the command and answers its exit code. Everything it reads
// and writes is given, except the PG* variables, which the driver reads itself.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	a := newApp(ctx, stdin, stdout, stderr, env)
	a.json = wantsJSON(args)
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if a.out.err != nil {
		err = a.out.problem()
	}
	if err == nil {
		return exitOK
	}
	return a.report(ctx, err)
}
