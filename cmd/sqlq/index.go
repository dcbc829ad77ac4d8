package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
)

func (a *app) indexCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "index",
		Short: "Look after the lexical index",
		Long: `Look after the lexical index. Loads keep it: they seal the revisions, 16,384 at a time,
into strings of bits that queries read fastest, and fold what has changed into the
strings now and then. These commands do what was left undone, as after an upgrade or
after load --no-seal.

Each is one transaction that waits for loads, as loads wait for it. Queries go on
meanwhile, and answer the same before and after.`,
		Example: `  sqlq index status
  sqlq index seal
  sqlq index rebuild -o json`,
		Args: cobra.ArbitraryArgs,
		RunE: showHelpOr(true),
	}
	cmd.AddCommand(a.indexStatus(), a.indexSeal(), a.indexFold(), a.indexRebuild())
	return cmd
}

func (a *app) indexStatus() *cobra.Command {
	var output *choice
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Say how far the index is sealed, how big it is and what is due",
		Example: "  sqlq index status\n  sqlq index status -o json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.onIndex(cmd.Context(), func(ctx context.Context, db *sqlq.DB) error {
				status, err := db.IndexStatus(ctx)
				switch {
				case err != nil:
					return err
				case output.word == "json":
					return a.printJSON(status)
				}
				a.printIndex(status)
				return nil
			})
		},
	}
	output = choose(cmd, "output", "o", "output `format`", "table", "json")
	return cmd
}

func (a *app) indexSeal() *cobra.Command {
	var all bool
	cmd := a.upkeepCommand(&cobra.Command{
		Use:   "seal",
		Short: "Seal all complete segments, and the last one when it is half full",
		Long: `Seal all complete segments, and the last one when it is half full. With --all the last
one is sealed however few revisions it has; what is loaded later begins a new one, so
use it when loading is over.`,
		Example: "  sqlq index seal\n  sqlq index seal --all",
	}, func(ctx context.Context, db *sqlq.DB) (store.Upkeep, error) {
		return db.SealIndex(ctx, store.UpkeepOptions{All: all})
	})
	cmd.Flags().BoolVar(&all, "all", false, "seal an incomplete segment too")
	return cmd
}

func (a *app) indexFold() *cobra.Command {
	return a.upkeepCommand(&cobra.Command{
		Use:     "fold",
		Short:   "Write the strings anew of segments in which something has changed",
		Example: "  sqlq index fold",
	}, func(ctx context.Context, db *sqlq.DB) (store.Upkeep, error) { return db.FoldIndex(ctx) })
}

func (a *app) indexRebuild() *cobra.Command {
	var noSeal bool
	cmd := a.upkeepCommand(&cobra.Command{
		Use:   "rebuild",
		Short: "Make the index again from the texts",
		Long: `Make the index again from the texts, in one transaction: interrupted, it leaves the old
one. The disk must have room for both.`,
		Example: "  sqlq index rebuild",
	}, func(ctx context.Context, db *sqlq.DB) (store.Upkeep, error) {
		bar := a.newCount("texts")
		defer bar.end()
		return db.RebuildIndex(ctx, store.UpkeepOptions{Plain: noSeal, Progress: bar.show})
	})
	cmd.Flags().BoolVar(&noSeal, "no-seal", false, "leave all of it plain")
	return cmd
}

// upkeepCommand completes a command that does something and tells what it did.
func (a *app) upkeepCommand(cmd *cobra.Command, do func(context.Context, *sqlq.DB) (store.Upkeep, error)) *cobra.Command {
	var output *choice
	cmd.Args = noArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return a.onIndex(cmd.Context(), func(ctx context.Context, db *sqlq.DB) error {
			done, err := do(ctx, db)
			switch {
			case err != nil:
				return err
			case output.word == "json":
				return a.printJSON(done)
			case done == store.Upkeep{}:
				fmt.Fprintln(a.out, "nothing to do")
			default:
				fmt.Fprintln(a.out, upkeepText(done))
			}
			return nil
		})
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

func (a *app) onIndex(ctx context.Context, do func(context.Context, *sqlq.DB) error) error {
	db, err := a.open(ctx, noTimeout)
	if err != nil {
		return err
	}
	defer db.Close()
	return do(ctx, db.DB)
}
