package store

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Exec runs a statement.
func (c copier) Exec(ctx context.Context, sql string, args ...int) error {
	_, err := c.tx.Exec(ctx, sql, anys(args)...)
	return err
}

// Rows calls row with the values of each row, in binary format.
func (c copier) Rows(ctx context.Context, sql string, row func(values [][]byte) error, args ...int) error {
	rows, err := c.tx.Query(ctx, sql, append([]any{pgx.QueryResultFormats{pgx.BinaryFormatCode}}, anys(args)...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.RawValues()); err != nil {
			return err
		}
	}
	return rows.Err()
}

func anys(args []int) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = a
	}
	return out
}
