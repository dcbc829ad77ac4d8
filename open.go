package sqlq

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// OpenWith is Open with connection settings that ParseDSN gave and the caller
// changed, such as a tracer. It ignores Config.DSN.
func OpenWith(ctx context.Context, settings *pgxpool.Config, config Config) (*DB, error) {
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		return nil, unreachable(err)
	}
	db := &DB{pool: pool, config: config}
	if err := db.check(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return db, nil
}

// Diagnose turns an error of a server or of the way to it into an *Error that
// says what to do, as the methods of DB do themselves. Other errors come back as
// they are.
func Diagnose(err error) error {
	var connect *pgconn.ConnectError
	var known *Error
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.As(err, &connect):
		return unreachable(err)
	}
	return explain(err)
}
