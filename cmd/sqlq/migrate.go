package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq/migrations"
)

func (a *app) migrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Create, upgrade or drop the sqlq tables",
		Long: `Create, upgrade or drop the tables of schema sqlq. Nothing outside this schema is
touched. Several starts at once wait for each other.`,
		Example: `  sqlq migrate up
  sqlq migrate status -o json
  sqlq migrate down --yes`,
		Args: cobra.ArbitraryArgs,
		RunE: showHelpOr(true),
	}
	cmd.AddCommand(a.migrateUp(), a.migrateDown(), a.migrateStatus(), a.migrateForce())
	return cmd
}

func (a *app) migrateUp() *cobra.Command {
	var output *choice
	cmd := &cobra.Command{
		Use:     "up",
		Short:   "Create the tables, or bring them to the current version",
		Example: "  sqlq migrate up --dsn postgres://localhost/app",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.change(cmd.Context(), output, migrations.Up) },
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

func (a *app) migrateDown() *cobra.Command {
	var yes bool
	var output *choice
	cmd := &cobra.Command{
		Use:     "down",
		Short:   "Drop all sqlq tables and what is in them",
		Example: "  sqlq migrate down --yes",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !yes {
				return usagef("if that is what you want, say so: sqlq migrate down --yes",
					"migrate down drops every table of schema sqlq with everything that was loaded")
			}
			return a.change(cmd.Context(), output, migrations.Down)
		},
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	cmd.Flags().BoolVar(&yes, "yes", false, "yes, drop everything")
	return cmd
}

func (a *app) migrateStatus() *cobra.Command {
	var output *choice
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Say of which version the tables are",
		Long:    "Say of which version the tables are. The exit code is 1 when queries cannot run.",
		Example: "  sqlq migrate status\n  sqlq migrate status -o json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.migrate(cmd.Context(), func(ctx context.Context, config *pgx.ConnConfig) error {
				status, err := migrations.ReadStatus(ctx, config)
				if err != nil {
					return err
				}
				if output.word == "json" {
					err = a.printJSON(status)
				} else {
					a.printVersion(status)
				}
				if err != nil {
					return err
				}
				return status.Check()
			})
		},
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

func (a *app) migrateForce() *cobra.Command {
	var output *choice
	cmd := &cobra.Command{
		Use:     "force VERSION",
		Short:   "Record a version without running anything, after a failed migration",
		Example: "  sqlq migrate force 1",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("name the last version that is complete; 0 is none", "migrate force takes one version")
			}
			latest, err := migrations.Latest()
			if err != nil {
				return err
			}
			if n, err := strconv.Atoi(args[0]); err != nil || n < 0 || n > latest {
				return usagef(fmt.Sprintf("it is a number from 0, which is none, to %d", latest), "%q is no version", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			version, _ := strconv.Atoi(args[0]) // checked with the arguments
			return a.change(cmd.Context(), output, func(ctx context.Context, config *pgx.ConnConfig) error {
				return migrations.Force(ctx, config, version)
			})
		},
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}
