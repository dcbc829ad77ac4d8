package sqlq

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/store"
)

// IndexStatus tells how far the lexical index is sealed and what is due.
func (db *DB) IndexStatus(ctx context.Context) (store.IndexStatus, error) {
	var status store.IndexStatus
	err := db.withTables(ctx, querying, func(conn *pgx.Conn) (err error) {
		status, err = store.ReadIndexStatus(ctx, conn)
		return err
	})
	return status, err
}

// SealIndex seals all complete segments, or all there is; see store.Seal.
func (db *DB) SealIndex(ctx context.Context, opt store.UpkeepOptions) (store.Upkeep, error) {
	return db.upkeep(ctx, opt, store.Seal)
}

// FoldIndex writes the strings of changed segments anew; see store.Fold.
func (db *DB) FoldIndex(ctx context.Context) (store.Upkeep, error) {
	return db.upkeep(ctx, store.UpkeepOptions{}, func(ctx context.Context, conn *pgx.Conn, _ store.UpkeepOptions) (store.Upkeep, error) {
		return store.Fold(ctx, conn)
	})
}

// RebuildIndex makes the lexical index again from the texts; see store.Rebuild.
// Queries go on meanwhile.
func (db *DB) RebuildIndex(ctx context.Context, opt store.UpkeepOptions) (store.Upkeep, error) {
	return db.upkeep(ctx, opt, store.Rebuild)
}

func (db *DB) upkeep(ctx context.Context, opt store.UpkeepOptions,
	do func(context.Context, *pgx.Conn, store.UpkeepOptions) (store.Upkeep, error),
) (done store.Upkeep, err error) {
	if opt.Index == nil {
		opt.Index = lexical.NewPostings()
	}
	err = db.withTables(ctx, loading, func(conn *pgx.Conn) error {
		if done, err = do(ctx, conn, opt); err == nil && done != (store.Upkeep{}) {
			gather(ctx, conn)
		}
		return err
	})
	return done, err
}
