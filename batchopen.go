package sqlq

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// OpenedBatch is a batch that holds its state of the database, before tasks are
// run. It is for callers whose tasks come from the database as well, or who have
// to know T beforehand; others use DB.Batch.
type OpenedBatch struct {
	db   *DB
	opt  BatchOptions
	lead *pgx.Conn // whose transaction has exported the snapshot
	id   string    // of the snapshot
	now  time.Time

	mu    sync.Mutex
	begun []*pgconn.PgConn // by Begin
}

// OpenBatch fixes the evaluation time and the state of the database. Until
// Close a connection is kept in a transaction, and the server keeps what that
// transaction can see.
func (db *DB) OpenBatch(ctx context.Context, opt BatchOptions) (*OpenedBatch, error) {
	b := &OpenedBatch{db: db, opt: opt}
	conn, err := db.connect(ctx)
	if err != nil {
		return nil, err
	}
	b.lead = conn
	if err := b.begin(ctx); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func (b *OpenedBatch) begin(ctx context.Context) error {
	if err := b.db.checkTables(ctx, b.lead); err != nil {
		return err
	}
	s := &snapshot{ctx: ctx, db: b.db, tx: b.lead}
	var err error
	if b.now, err = s.begin(); err != nil {
		return explain(err)
	}
	if b.opt.Now != nil {
		b.now = b.opt.Now.UTC().Truncate(time.Microsecond)
	}
	err = b.lead.QueryRow(ctx, "select pg_export_snapshot()", pgx.QueryExecModeExec).Scan(&b.id)
	if err == nil {
		err = stay(ctx, b.lead)
	}
	return explain(err)
}

// Now is the evaluation time of all tasks, in UTC and whole microseconds.
func (b *OpenedBatch) Now() time.Time { return b.now }

// Close gives the state of the database back. It may be called twice. What runs
// on a connection of Begin is not waited for, but that it is told to stop is.
func (b *OpenedBatch) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, conn := range b.begun {
		cleanedUp(conn)
	}
	b.begun = nil
	hangUp(b.lead)
}

// Store tells one store from another: the fingerprint of its first revision, empty
// where there is none. It stays the same when the store grows, is copied or moved.
func (b *OpenedBatch) Store(ctx context.Context) (string, error) {
	var first string
	err := b.lead.QueryRow(ctx, `select coalesce((
		select pg_catalog.encode(r.fingerprint, 'hex') from sqlq.revision r order by r.num limit 1), '')`, pgx.QueryExecModeExec).Scan(&first)
	if err != nil && b.lead.IsClosed() {
		return "", unreachable(err)
	}
	return first, explain(err)
}

// Begin opens a connection in a read-only transaction that sees the state of the
// database that the batch sees, for reading tasks from tables. Other settings
// are those of the session. The caller closes it.
func (b *OpenedBatch) Begin(ctx context.Context) (*pgx.Conn, error) {
	conn, err := b.db.connect(ctx)
	if err != nil {
		return nil, err
	}
	_, err = conn.PgConn().Exec(ctx, "begin isolation level repeatable read read only; set transaction snapshot '"+b.id+"'; reset search_path; set local statement_timeout = 0").ReadAll()
	if err == nil {
		err = stay(ctx, conn)
	}
	if err != nil {
		hangUp(conn)
		return nil, explain(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begun = append(b.begun, conn.PgConn())
	return conn, nil
}

// stay lifts the time limits on a transaction, which is to last as long as the
// batch. Not every server has each of them.
func stay(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, staySQL, pgx.QueryExecModeExec)
	return err
}

const staySQL = `select pg_catalog.set_config(name, '0', true) from pg_catalog.pg_settings
	where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`

// connect opens a connection beside the pool, which a batch could use up.
func (db *DB) connect(ctx context.Context) (*pgx.Conn, error) {
	pool := db.pool.Config()
	if pool.BeforeConnect != nil {
		if err := pool.BeforeConnect(ctx, pool.ConnConfig); err != nil {
			return nil, err
		}
	}
	conn, err := pgx.ConnectConfig(ctx, pool.ConnConfig)
	if err != nil {
		return nil, unreachable(err)
	}
	if pool.AfterConnect != nil {
		if err := pool.AfterConnect(ctx, conn); err != nil {
			hangUp(conn)
			return nil, explain(err)
		}
	}
	return conn, nil
}

// hangUp closes a connection, whatever it was at.
func hangUp(conn *pgx.Conn) {
	end, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn.Close(end) //nolint:errcheck // the server rolls back in any case
	cleanedUp(conn.PgConn())
}

// cleanedUp waits until a connection that is being closed has told the server to
// stop what it was at, which the end of the process would prevent.
func cleanedUp(conn *pgconn.PgConn) {
	select {
	case <-conn.CleanupDone():
	case <-time.After(5 * time.Second):
	}
}
