package pgtest_test

import (
	"slices"
	"testing"

	"github.com/pgvector/pgvector-go"
	pgxvector "github.com/pgvector/pgvector-go/pgx"

	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func TestVectorGoesThereAndBack(t *testing.T) {
	dsn := pgtest.DB(t)
	pgtest.NeedVector(t, dsn)
	conn := pgtest.Connect(t, dsn)
	if _, err := conn.Exec(t.Context(), "create extension vector"); err != nil {
		t.Fatal(err)
	}
	if err := pgxvector.RegisterTypes(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	want := []float32{1, -2.5, 3.25}
	var got pgvector.Vector
	var distance float64
	err := conn.QueryRow(t.Context(), "select $1::vector, $1::vector <-> '[1,-2.5,0]'", pgvector.NewVector(want)).Scan(&got, &distance)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Slice(), want) || distance != 3.25 {
		t.Errorf("got %v at distance %v", got.Slice(), distance)
	}
}
