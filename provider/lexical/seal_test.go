package lexical_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
	"github.com/sqlq-dev/sqlq/tests/segtest"
)

func database(t *testing.T) *pgx.Conn {
	t.Helper()
	dsn := pgtest.DB(t)
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	return pgtest.Connect(t, dsn)
}

func mustLoad(t *testing.T, conn *pgx.Conn, text string, opt store.Options) {
	t.Helper()
	if _, err := store.Load(t.Context(), conn, strings.NewReader(text), opt); err != nil {
		t.Fatal(err)
	}
}

// Whatever the loads are like and however little memory there is, the sealed
// form says what the plain one says.
func TestSealedAgainstPlain(t *testing.T) {
	for seed, loads := range [][]int{{50_000}, {10, 36_000, 14_000}, {12_000, 12_000, 12_000, 35_000, 3}, {16_382, 1, 16_384, 5_000}} {
		t.Run(fmt.Sprint(loads), func(t *testing.T) {
			if seed > 1 && os.Getenv("SQLQ_FULL") == "" {
				t.Skip("one of the long ones")
			}
			t.Parallel()
			h := segtest.NewHistory(uint64(seed))
			sealed, plain := database(t), database(t)
			for _, n := range loads {
				text := h.Load(n)
				limit := []int{12 << 20, 150_000, 30_000}[h.IntN(3)]
				mustLoad(t, sealed, text, store.Options{Index: lexical.Bounded(limit, limit/4)})
				mustLoad(t, plain, text, store.Options{Index: lexical.Bounded(limit, limit), Plain: true})
				segtest.CheckStrings(t, sealed, false)
				got := segtest.ReadIndex(t, sealed)
				segtest.CheckIndex(t, got, segtest.ReadIndex(t, plain))
				if got.Unsealed() >= provider.Segment/2 {
					t.Errorf("%d of %d revisions are not sealed", got.Unsealed(), len(got.Roles))
				}
			}
		})
	}
}
