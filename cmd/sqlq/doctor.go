package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq"
)

// The verdicts of a check.
const (
	checkOK   = "ok"
	checkWarn = "warn"
	checkFail = "fail"
)

// check is one thing that doctor looked at.
type check struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Found   string `json:"found"`
	Hint    string `json:"hint,omitempty"` // what to do
}

// patient is the database that doctor looks at.
type patient struct {
	conn   *pgx.Conn
	server sqlq.Server
	place  place
	role   string // the current user, quoted for SQL
	base   string // the database, quoted for SQL
	schema bool   // the tables are there
}

func (a *app) doctorCommand() *cobra.Command {
	var output *choice
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check whether the database can be used, and say what to do",
		Long: `Check the server (version, encoding, pooler, replica, limits), the rights of the role,
the sqlq tables and the state of the index. Nothing is changed. The exit code is 1 when a
check fails and 3 when the database cannot be reached.`,
		Example: `  sqlq doctor
  sqlq doctor --dsn postgres://reader@db.internal/app -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context(), output.word) },
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

func (a *app) doctor(ctx context.Context, format string) error {
	checks, err := a.checkUp(ctx)
	if err != nil {
		return sqlq.Diagnose(err)
	}
	if format == "json" {
		err = a.printJSON(map[string]any{"checks": checks})
	} else {
		a.printChecks(checks)
	}
	if err != nil {
		return err
	}
	if slices.ContainsFunc(checks, func(c check) bool { return c.Verdict == checkFail }) {
		return quiet{exitFailed}
	}
	return nil
}

// checkUp connects and makes the checks.
func (a *app) checkUp(ctx context.Context) ([]check, error) {
	p, err := a.locate(ctx)
	if err != nil {
		return nil, err
	}
	defer p.Close() //nolint:errcheck // the share ends with the process in any case
	settings, err := a.settings(p)
	if err != nil {
		return nil, err
	}
	server, err := sqlq.Look(ctx, settings.ConnConfig)
	if err != nil {
		return nil, err
	}
	settings.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec // nothing prepared, in case of a pooler
	conn, err := pgx.ConnectConfig(ctx, settings.ConnConfig)
	if err != nil {
		return nil, err
	}
	a.asked = true
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is pending
	return examine(ctx, &patient{conn: conn, server: server, place: p})
}

// examine makes all checks that the ones before allow.
func examine(ctx context.Context, p *patient) ([]check, error) {
	var checks []check
	for _, look := range []func(context.Context, *patient) ([]check, error){
		checkServer, checkPooler, checkWritable, checkSchema, checkRights, checkIndex, checkLimits,
	} {
		found, err := look(ctx, p)
		if err != nil {
			return checks, err
		}
		checks = append(checks, found...)
	}
	return checks, nil
}

func (a *app) printChecks(checks []check) {
	const margin = 18
	width := a.width()
	if !isTerminal(a.out.w) {
		width = math.MaxInt32 // one line a finding, for grep
	}
	for _, c := range checks {
		for i, line := range wrap(c.Found, width-margin, "") {
			if i == 0 {
				fmt.Fprintf(a.out, "%-5s %-11s %s\n", c.Verdict, c.Name, line)
			} else {
				fmt.Fprintf(a.out, "%*s%s\n", margin, "", line)
			}
		}
		if c.Hint != "" {
			fmt.Fprintf(a.out, "%*s→ %s\n", margin, "", c.Hint)
		}
	}
}
