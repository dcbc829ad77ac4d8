package sqlq

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// worker answers tasks in one transaction that it keeps open.
type worker struct{ *snapshot }

// hire opens the connection of a worker. It answers none where the server is
// full and other connections do the work.
func (r *batchRun) hire() (*worker, error) {
	conn, err := r.db.connect(r.ctx)
	if err != nil {
		if full(err) && r.alive.Add(-1) > 0 {
			return nil, nil //nolint:nilnil // fewer do as well
		}
		return nil, err
	}
	w := &worker{&snapshot{ctx: r.ctx, db: r.db, tx: conn, now: r.now, id: r.id}}
	if err := w.enter(); err != nil {
		hangUp(conn)
		return nil, explain(err)
	}
	return w, nil
}

// full tells whether the server has no connection left.
func full(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "53300"
}

// enter begins the transaction. Its clock is not that of the batch.
func (w *worker) enter() error {
	_, err := w.begin()
	return err
}

// answer answers a task. What an error has spoilt of the transaction is made
// anew, so that the next task finds it as this one did.
func (w *worker) answer(q query.Context) (packer.Bundle, error) {
	bundle, err := w.bundle(q)
	if err == nil {
		return bundle, nil
	}
	if broken := w.again(); broken != nil && w.fatal(explain(err)) == nil {
		err = &lostSnapshot{broken}
	}
	return packer.Bundle{}, explain(err)
}

// again begins the transaction anew where an error has ended it.
func (w *worker) again() error {
	const failed = 'E'
	switch {
	case w.ctx.Err() != nil:
		return w.ctx.Err()
	case w.tx.PgConn().TxStatus() != failed:
		return nil
	}
	if _, err := w.tx.PgConn().Exec(w.ctx, "rollback").ReadAll(); err != nil {
		return err
	}
	return w.enter()
}

// lostSnapshot is a transaction that could not be begun anew.
type lostSnapshot struct{ error }

func (e *lostSnapshot) Unwrap() error { return e.error }

// fatal answers the error that ends the whole batch: the server is lost, or the
// context has ended. Any other is a matter of the task.
func (w *worker) fatal(err error) error {
	var lost *lostSnapshot
	switch {
	case err == nil:
		return nil
	case w.ctx.Err() != nil:
		return context.Cause(w.ctx)
	case IsUnreachable(err):
		return err
	case errors.As(err, &lost):
		return &Error{Code: "unreachable", Message: "the state of the database that the batch sees is gone", Err: lost.error,
			Hint: "the connection that held it has ended; begin again, or go on with what is done"}
	}
	return nil
}
