package store

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/provider"
)

// UpkeepOptions steers work on the index of a store that has been loaded.
type UpkeepOptions struct {
	// Index is the writer of the lexical index, new for each call.
	Index provider.Index

	// Plain makes Rebuild seal no segment.
	Plain bool

	// All makes Seal seal the last segment too, however few revisions it has.
	All bool

	// Progress is called by Rebuild with the revisions read so far and all.
	Progress func(done, total int64)
}

// Upkeep counts what work on the index did.
type Upkeep struct {
	Revisions int64 `json:"revisions"` // whose texts were read again
	Sealed    int64 `json:"sealed"`    // segments that are sealed now and were not
	Folded    int64 `json:"folded"`    // segments whose strings were written anew
}

// Seal seals all segments that are complete, and the last one when it is half
// full, from what is stored of them plainly.
// It is one transaction, as all upkeep is: readers do not wait, and see the index
// as it was until the end. Loads and other upkeep do wait.
func Seal(ctx context.Context, conn *pgx.Conn, opt UpkeepOptions) (Upkeep, error) {
	return upkeep(ctx, conn, opt, "sealing", func(l *loader) error {
		l.stage.Seal = true
		if opt.All {
			l.stage.Rest = 1
		}
		return l.finishIndex()
	})
}

// Fold writes the strings of all segments anew in which something is touched, or
// whose time is over.
func Fold(ctx context.Context, conn *pgx.Conn) (Upkeep, error) {
	return upkeep(ctx, conn, UpkeepOptions{}, "folding", func(l *loader) error {
		if err := l.readClock(); err != nil {
			return err
		}
		return l.foldSegments(true)
	})
}

// Rebuild makes the whole lexical index again from the texts.
func Rebuild(ctx context.Context, conn *pgx.Conn, opt UpkeepOptions) (Upkeep, error) {
	return upkeep(ctx, conn, opt, "rebuilding the index", func(l *loader) error { return l.rebuild(opt) })
}

// upkeep runs do in a transaction that follows all loads.
func upkeep(ctx context.Context, conn *pgx.Conn, opt UpkeepOptions, what string, do func(*loader) error) (Upkeep, error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return Upkeep{}, fmt.Errorf("%s: %w", what, err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // after a commit there is nothing to undo
	l := &loader{ctx: ctx, tx: tx, opt: Options{Index: opt.Index}}
	if err := l.exec(beginSQL); err != nil {
		return Upkeep{}, fmt.Errorf("%s: %w", what, err)
	}
	if err := l.readStage(); err != nil {
		return Upkeep{}, err
	}
	if err := do(l); err != nil {
		return Upkeep{}, fmt.Errorf("%s: %w", what, err)
	}
	if err := tx.Commit(ctx); err != nil {
		return Upkeep{}, fmt.Errorf("%s: committing: %w", what, err)
	}
	return l.upkeep, nil
}
