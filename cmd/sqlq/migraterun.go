package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/migrations"
)

// noTimeout is Config.Timeout for statements that may take their time.
const noTimeout = -1

// migrate runs do with the address of the database, once it is known that the
// server can be used. A local server is not upgraded on the way here.
func (a *app) migrate(ctx context.Context, do func(context.Context, *pgx.ConnConfig) error) error {
	p, err := a.locate(ctx)
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // the share ends with the process in any case
	db, err := a.openPlace(ctx, p, noTimeout)
	if err != nil {
		return err
	}
	defer db.Close()
	return sqlq.Diagnose(do(ctx, db.Pool().Config().ConnConfig))
}

// change does something to the tables and tells what became of them.
func (a *app) change(ctx context.Context, output *choice, do func(context.Context, *pgx.ConnConfig) error) error {
	return a.migrate(ctx, func(ctx context.Context, config *pgx.ConnConfig) error {
		before, err := migrations.ReadStatus(ctx, config)
		if err != nil {
			return err
		}
		if err := do(ctx, config); err != nil {
			return err
		}
		after, err := migrations.ReadStatus(ctx, config)
		switch {
		case err != nil:
			return err
		case output.word == "json":
			return a.printJSON(struct {
				Before int `json:"before"`
				migrations.Status
			}{before.Version, after})
		case before.Version == after.Version && !before.Dirty:
			fmt.Fprintf(a.out, "schema sqlq: version %d already, nothing to do\n", after.Version)
		default:
			fmt.Fprintf(a.out, "schema sqlq: version %d → %d\n", before.Version, after.Version)
		}
		return nil
	})
}
