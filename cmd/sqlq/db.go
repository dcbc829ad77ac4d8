package main

import (
	"context"
	"fmt"
	"net/url"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/pglocal"
)

func (a *app) dbCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "db",
		Short: "Run the local PostgreSQL server",
		Long: `Run the local PostgreSQL server that sqlq uses when no other is named. Commands start it
by themselves for as long as they run; db start keeps it running, for other programs and
for speed. It listens on a socket that only this user can reach. SQLQ_DATA_DIR names
another folder for its data, and so another server.`,
		Example: `  sqlq db start
  psql "$(sqlq db start)"
  sqlq db stop`,
		Args: cobra.ArbitraryArgs,
		RunE: showHelpOr(true),
	}
	cmd.AddCommand(a.dbStart(), a.dbStop(), a.dbStatus())
	return cmd
}

func (a *app) dbStart() *cobra.Command {
	return &cobra.Command{
		Use:     "start",
		Short:   "Start the local server and leave it running; prints its address",
		Example: "  sqlq db start\n  export DATABASE_URL=\"$(sqlq db start)\"",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.startKept(cmd.Context()) },
	}
}

func (a *app) startKept(ctx context.Context) error {
	server, err := a.startLocal(ctx)
	if err != nil {
		return err
	}
	defer server.Close() //nolint:errcheck // the keeper has a share of its own
	state, err := pglocal.Keep(ctx, a.localConfig())
	if err != nil {
		return localProblem(err)
	}
	if err := ensureDatabase(ctx, server, localDatabase); err != nil {
		return sqlq.Diagnose(err)
	}
	a.say("PostgreSQL %d runs in %s; sqlq db stop ends it", state.Major, state.Root)
	fmt.Fprintln(a.out, server.DSN(localDatabase))
	return nil
}

func (a *app) dbStop() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:     "stop",
		Short:   "Stop the local server",
		Example: "  sqlq db stop",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			before, err := pglocal.Status(a.localConfig())
			if err != nil {
				return localProblem(err)
			}
			if _, err := pglocal.Stop(cmd.Context(), a.localConfig(), force); err != nil {
				return err
			}
			if before.Running {
				a.say("the local server is stopped; its data stays in %s", before.Root)
			} else {
				a.say("the local server was not running")
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "stop it even while other processes use it")
	return cmd
}

func (a *app) dbStatus() *cobra.Command {
	var output *choice
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Say whether the local server runs",
		Example: "  sqlq db status\n  sqlq db status -o json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			state, err := pglocal.Status(a.localConfig())
			if err != nil {
				return localProblem(err)
			}
			state.DSN = inDatabase(state.DSN, localDatabase)
			if output.word == "json" {
				return a.printJSON(stateView(state))
			}
			a.printState(state)
			return nil
		},
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

// inDatabase is the address of another database of the same server.
func inDatabase(dsn, name string) string {
	address, err := url.Parse(dsn)
	if err != nil || dsn == "" {
		return dsn
	}
	address.Path = "/" + name
	return address.String()
}

// stateView is the state with JSON names.
func stateView(s pglocal.State) map[string]any {
	return map[string]any{
		"running": s.Running, "kept": s.Kept, "in_use": s.InUse, "pid": s.PID, "major": s.Major,
		"folder": s.Root, "log": s.LogFile, "dsn": s.DSN,
	}
}

func (a *app) printState(s pglocal.State) {
	fact := func(name string, value any) { fmt.Fprintf(a.out, "%-8s %v\n", name, value) }
	switch {
	case s.Running && s.Kept:
		fact("state", fmt.Sprintf("running, kept by db start (process %d)", s.PID))
	case s.Running:
		fact("state", fmt.Sprintf("running as long as a command uses it (process %d)", s.PID))
	case s.Major == 0:
		fact("state", "never started")
	default:
		fact("state", "stopped")
	}
	if s.Major != 0 {
		fact("version", s.Major)
	}
	fact("folder", s.Root)
	if s.DSN != "" {
		fact("address", s.DSN)
	}
	fact("log", s.LogFile)
}
