package store_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
	"github.com/sqlq-dev/sqlq/tests/segtest"
)

// history is what the stores of these tests hold: two segments and a part of a
// third, in loads of which the last changes a few revisions of the ones before.
func history() []string {
	h := segtest.NewHistory(11)
	return []string{h.Load(20_000), h.Load(15_000), h.Load(200)}
}

func filled(plain bool) func(context.Context, string) error {
	return func(ctx context.Context, dsn string) error {
		config, err := pgx.ParseConfig(dsn)
		if err != nil {
			return err
		}
		if err := migrations.Up(ctx, config); err != nil {
			return err
		}
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		for _, text := range history() {
			opt := store.Options{Index: lexical.NewPostings(), Plain: plain}
			if _, err := store.Load(ctx, conn, strings.NewReader(text), opt); err != nil {
				return err
			}
		}
		return nil
	}
}

var (
	plainStore  = pgtest.WithSetup("plain", filled(true))
	sealedStore = pgtest.WithSetup("sealed", filled(false))
)

// works are the kinds of upkeep, each on a store where it has something to do.
var works = map[string]struct {
	store pgtest.Option
	do    func(context.Context, *pgx.Conn) (store.Upkeep, error)
	want  store.Upkeep
}{
	"seal": {plainStore, func(ctx context.Context, conn *pgx.Conn) (store.Upkeep, error) {
		return store.Seal(ctx, conn, store.UpkeepOptions{Index: lexical.NewPostings()})
	}, store.Upkeep{Sealed: 2}},
	"fold": {sealedStore, store.Fold, store.Upkeep{Folded: 2}},
	"rebuild": {sealedStore, func(ctx context.Context, conn *pgx.Conn) (store.Upkeep, error) {
		return store.Rebuild(ctx, conn, store.UpkeepOptions{Index: lexical.NewPostings()})
	}, store.Upkeep{Sealed: 2, Revisions: 35_200}},
}

func sameIndex(t *testing.T, got, want segtest.Index) {
	t.Helper()
	if diff := got.Diff(want); diff != "" {
		t.Errorf("the index is another one: %s", diff)
	}
}

// Each gives what a load that seals gives, and there is nothing left to do then.
func TestUpkeep(t *testing.T) {
	for name, work := range works {
		t.Run(name, func(t *testing.T) {
			conn := pgtest.Conn(t, work.store)
			if name != "seal" && count(t, conn, "sqlq.touched") == 0 {
				t.Error("the last load touches nothing that is sealed")
			}
			segtest.CheckStrings(t, conn, false)
			done, err := work.do(t.Context(), conn)
			if err != nil || done != work.want {
				t.Errorf("%+v, %v", done, err)
			}
			segtest.CheckStrings(t, conn, true)
			sameIndex(t, segtest.ReadIndex(t, conn), segtest.ReadIndex(t, pgtest.Conn(t, sealedStore)))
			status, err := store.ReadIndexStatus(t.Context(), conn)
			if err != nil || len(status.Due) > 0 || status.Sealed != 32_767 || status.Unsealed != 35_200-32_767 || len(status.Tables) != 12 {
				t.Errorf("%+v, %v", status, err)
			}
			if done, err := store.Fold(t.Context(), conn); err != nil || done != (store.Upkeep{}) {
				t.Errorf("again: %+v, %v", done, err)
			}
		})
	}
}

// A store that was loaded before there were segments says that it can be sealed,
// and what is loaded into it later is right either way.
func TestOldStore(t *testing.T) {
	conn := pgtest.Conn(t, plainStore)
	status, err := store.ReadIndexStatus(t.Context(), conn)
	if err != nil || len(status.Due) != 1 || status.Due[0].Command != "sqlq index seal" {
		t.Errorf("%+v, %v", status, err)
	}
	want := segtest.ReadIndex(t, pgtest.Conn(t, sealedStore))
	mustLoad(t, conn, `{"kind":"object","id":"another","type":"t"}`)
	segtest.CheckStrings(t, conn, true)
	sameIndex(t, segtest.ReadIndex(t, conn), want)
}

// Work that is cut off at any moment, by the client or by the server, leaves all
// as it was or as it is to be.
func TestUpkeepCutOff(t *testing.T) {
	for name, work := range works {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.DB(t, work.store)
			admin := pgtest.Connect(t, dsn)
			before, want := segtest.ReadIndex(t, admin), segtest.ReadIndex(t, pgtest.Conn(t, sealedStore))
			cut := 0
			for i := range 5 {
				after := time.Duration(20<<i) * time.Millisecond / 2
				conn := pgtest.Connect(t, dsn)
				ctx, cancel := context.WithCancel(t.Context())
				timer := time.AfterFunc(after, func() {
					if i%2 == 0 {
						cancel()
						return
					}
					pgtest.Connect(t, dsn).Exec(context.Background(), "select pg_terminate_backend($1)", conn.PgConn().PID()) //nolint:errcheck // may be over
				})
				if _, err := work.do(ctx, conn); err != nil {
					cut++
					segtest.CheckStrings(t, admin, false)
					if now := segtest.ReadIndex(t, admin); now.Diff(before) != "" {
						sameIndex(t, now, want) // the commit was under way
					}
				}
				timer.Stop()
				cancel()
			}
			if cut == 0 {
				t.Error("nothing was cut off")
			}
			if _, err := work.do(t.Context(), admin); err != nil {
				t.Error(err)
			}
			segtest.CheckStrings(t, admin, true)
		})
	}
}

// readSum weighs a few terms, each revision once; it is the same in every form,
// and twice or half as much where both or none is seen.
const readSum = `select (select coalesce(sum(bit_count(bits) * (place + 1)), 0) from sqlq.plane where term = any($1))
	+ (select coalesce(sum(weight * cardinality(revisions)), 0) from sqlq.sparse where term = any($1))
	+ (select coalesce(sum(w), 0) from (select max(weight) as w from sqlq.posting, unnest(revisions) r where term = any($1) group by term, r) p),
	(select count(*) from sqlq.posting where revisions[1] < (select (coalesce(max(num), -1) + 1) << 14 from sqlq.segment)),
	(select coalesce(sum(bit_count(bits)), 0) from sqlq.segment_project) / greatest(1, (select count(*) from sqlq.segment))`

// Readers see one form at every moment, and do not wait.
func TestReadersDuringUpkeep(t *testing.T) {
	for name, work := range works {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.DB(t, work.store)
			conn := pgtest.Connect(t, dsn)
			var over atomic.Bool
			seen := make(chan map[[3]int64]int)
			for range 2 {
				reader := pgtest.Connect(t, dsn)
				go func() {
					sums := map[[3]int64]int{}
					for last := false; !last; {
						last = over.Load()
						var s [3]int64
						if err := reader.QueryRow(context.Background(), readSum, []string{"w0", "w1", "w5", "w300"}).Scan(&s[0], &s[1], &s[2]); err != nil {
							t.Error(err)
							break
						}
						sums[s]++
					}
					seen <- sums
				}()
			}
			if _, err := work.do(t.Context(), conn); err != nil {
				t.Error(err)
			}
			over.Store(true)
			for range 2 {
				sums := <-seen
				reads := 0
				weights := map[int64]bool{}
				for s, n := range sums {
					reads += n
					weights[s[0]] = true
					if s[1] != 0 {
						t.Errorf("%d plain rows below the bound", s[1])
					}
				}
				if len(weights) != 1 || reads < 3 || len(sums) > 2 {
					t.Errorf("%d readings give %v", reads, sums)
				}
			}
		})
	}
}

// A row that reaches just beyond what is sealed is cut there.
func TestSealCutsRows(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	var b strings.Builder
	for num := 1; num <= 16_390; num++ {
		title := "usual"
		if num == 5 || num == 16_383 || num == 16_384 {
			title = "seldom"
		}
		fmt.Fprintf(&b, `{"kind":"object","id":"o%d","type":"t"}`+"\n"+
			`{"kind":"revision","object":"o%d","rev":1,"created_at":"2026-01-01T00:00:00Z","title":%q}`+"\n", num, num, title)
	}
	mustLoad(t, conn, b.String(), func(o *store.Options) { o.Plain = true })
	if _, err := store.Seal(t.Context(), conn, store.UpkeepOptions{Index: lexical.NewPostings()}); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"sqlq.posting where term = 'seldom' and revisions = '{16384}'", "sqlq.sparse where term = 'seldom' and revisions = '{5,16383}'",
		"sqlq.posting where term = 'usual' and revisions = '{16385,16386,16387,16388,16389,16390}'",
	} {
		if n := count(t, conn, row); n != 1 {
			t.Errorf("%d rows of %s", n, row)
		}
	}
}
