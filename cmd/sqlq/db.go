package main

import (
	"context"
	"fmt"

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
	var output *choice
	cmd := &cobra.Command{
		Annotations: at("this is about the local server"),
		Use:         "start",
		Short:       "Start the local server and leave it running; prints its address",
		Example:     "  sqlq db start\n  export DATABASE_URL=\"$(sqlq db start)\"",
		Args:        noArgs,
		RunE:        func(cmd *cobra.Command, _ []string) error { return a.startKept(cmd.Context(), output.word) },
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

func (a *app) startKept(ctx context.Context, format string) error {
	server, err := a.startLocal(ctx)
	if err != nil {
		return err
	}
	defer server.Close() //nolint:errcheck // the keeper has a share of its own
	state, err := pglocal.Keep(ctx, a.localConfig())
	if err != nil {
		return localProblem(err)
	}
	if _, err := ensureDatabase(ctx, server, localDatabase); err != nil {
		return sqlq.Diagnose(err)
	}
	if format == "json" {
		state.DSN = server.DSN(localDatabase)
		return a.printJSON(stateView(state))
	}
	a.say("PostgreSQL %d runs in %s; sqlq db stop ends it", state.Major, state.Root)
	fmt.Fprintln(a.out, server.DSN(localDatabase))
	return nil
}

func (a *app) dbStop() *cobra.Command {
	var force bool
	var output *choice
	cmd := &cobra.Command{
		Annotations: at("this is about the local server"),
		Use:         "stop",
		Short:       "Stop the local server",
		Example:     "  sqlq db stop",
		Args:        noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			before, err := pglocal.Status(a.localConfig())
			if err != nil {
				return localProblem(err)
			}
			after := before
			if before.Major > 0 || before.Running { // else there is nothing, and nothing is made
				if after, err = pglocal.Stop(cmd.Context(), a.localConfig(), force); err != nil {
					return err
				}
			}
			if output.word == "json" {
				return a.printJSON(stateView(after))
			}
			if before.Running {
				a.say("the local server is stopped; its data stays in %s", before.Root)
			} else {
				a.say("the local server was not running")
			}
			return nil
		},
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	cmd.Flags().BoolVar(&force, "force", false, "stop it even while other processes use it")
	return cmd
}

func (a *app) dbStatus() *cobra.Command {
	var output *choice
	cmd := &cobra.Command{
		Annotations: at("this is about the local server"),
		Use:         "status",
		Short:       "Say whether the local server runs",
		Example:     "  sqlq db status\n  sqlq db status -o json",
		Args:        noArgs,
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
