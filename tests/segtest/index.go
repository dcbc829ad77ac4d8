package segtest

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// use is that a revision has a term.
type use struct {
	term     string
	revision int
}

// hit is a row of an index, taken apart.
type hit struct {
	use
	weight, class int
}

// Index is what the tables hold.
type Index struct {
	plain, mixed []hit
	sealed       map[use]int
	Bound        int            // revisions below are sealed
	Roles        map[int]uint64 // role classes of each revision
}

// ReadIndex reads all tables of the lexical index.
func ReadIndex(t testing.TB, conn *pgx.Conn) Index {
	t.Helper()
	x := Index{sealed: map[use]int{}, Roles: map[int]uint64{}, plain: readHits(t, conn, "posting"), mixed: readHits(t, conn, "mixed")}
	if err := conn.QueryRow(t.Context(), "select (coalesce(max(num), -1) + 1) * 16384 from sqlq.segment").Scan(&x.Bound); err != nil {
		t.Fatal(err)
	}
	var term string
	var segment, place, num int
	var plane pgtype.Bits
	var revisions []int32
	var classes int64
	each(t, conn, "select term, segment, place, bits from sqlq.plane", []any{&term, &segment, &place, &plane}, func() {
		for i := range 16384 {
			if plane.Bytes[i/8]>>(7-i%8)&1 == 1 {
				x.sealed[use{term, segment*16384 + i}] += 1 << place
			}
		}
	})
	each(t, conn, "select count(*) from (select from sqlq.plane group by term, segment, place having count(*) > 1) p", []any{&num}, func() {
		if num > 0 {
			t.Errorf("%d planes are there twice", num)
		}
	})
	each(t, conn, "select term, weight, revisions from sqlq.sparse", []any{&term, &place, &revisions}, func() {
		if len(revisions) > 480 {
			t.Errorf("a row has %d revisions", len(revisions))
		}
		for _, r := range revisions {
			x.sealed[use{term, int(r)}] += place
		}
	})
	each(t, conn, "select num, role_classes from sqlq.revision", []any{&num, &classes}, func() { x.Roles[num] = uint64(classes) })
	return x
}

func each(t testing.TB, conn *pgx.Conn, sql string, into []any, do func()) {
	t.Helper()
	rows, err := conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pgx.ForEachRow(rows, into, func() error { do(); return nil }); err != nil {
		t.Fatal(err)
	}
}

func readHits(t testing.TB, conn *pgx.Conn, table string) (out []hit) {
	t.Helper()
	var h hit
	var revisions []int32
	each(t, conn, "select term, weight, role_class, revisions from sqlq."+table, []any{&h.term, &h.weight, &h.class, &revisions}, func() {
		for _, r := range revisions {
			h.revision = int(r)
			out = append(out, h)
		}
	})
	return out
}

// best is the heaviest weight of each term in each revision that a query with
// these role classes may find, read as the documentation of the tables says.
func (x Index) best(allowed uint64) map[use]int {
	out := map[use]int{}
	excluded := func(r int) bool { return x.Roles[r] != 0 && x.Roles[r]&allowed == 0 }
	single := func(r int) bool { return bits.OnesCount64(x.Roles[r]) <= 1 || x.Roles[r]&^allowed == 0 }
	for u, w := range x.sealed {
		if !excluded(u.revision) && single(u.revision) {
			out[u] = w
		}
	}
	for _, h := range append(append([]hit{}, x.plain...), x.mixed...) {
		if allowed>>h.class&1 == 1 && !excluded(h.revision) && (h.revision >= x.Bound || !single(h.revision)) {
			out[h.use] = max(out[h.use], h.weight)
		}
	}
	return out
}

// Unsealed counts the revisions that are not sealed.
func (x Index) Unsealed() (n int) {
	for num := range x.Roles {
		if num >= x.Bound {
			n++
		}
	}
	return n
}

// numberedLike gives revisions the numbers that they have in another index: a
// segment that is sealed before it is full leaves numbers out.
func (x Index) numberedLike(y Index) Index {
	from, to := slices.Sorted(maps.Keys(x.Roles)), slices.Sorted(maps.Keys(y.Roles))
	numbers := map[int]int{}
	for i, num := range from[:min(len(from), len(to))] {
		numbers[num] = to[i]
	}
	out := Index{sealed: map[use]int{}, Bound: x.Bound, Roles: map[int]uint64{}}
	for num, classes := range x.Roles {
		out.Roles[numbers[num]] = classes
	}
	for u, w := range x.sealed {
		out.sealed[use{u.term, numbers[u.revision]}] = w
	}
	renumber := func(hits []hit) (out []hit) {
		for _, h := range hits {
			h.revision = numbers[h.revision]
			out = append(out, h)
		}
		return out
	}
	out.plain, out.mixed = renumber(x.plain), renumber(x.mixed)
	return out
}

// CheckIndex compares a store with one that was loaded plainly in the same order.
func CheckIndex(t testing.TB, got, plain Index) {
	t.Helper()
	plain = plain.numberedLike(got)
	for _, allowed := range []uint64{1<<64 - 1, 1, 1<<64 - 1 - 1<<1, 1<<64 - 1 - 1<<2 - 1<<3, 1 | 1<<32} {
		a, b := got.best(allowed), plain.best(allowed)
		if !maps.Equal(a, b) {
			t.Errorf("under %#x the sealed form has %d hits, the plain one %d", allowed, len(a), len(b))
		}
	}
	for _, h := range got.plain {
		if h.revision < got.Bound {
			t.Fatalf("%v is plain, below %d", h, got.Bound)
		}
	}
	for u := range got.sealed {
		if u.revision >= got.Bound {
			t.Fatalf("%v is sealed, above %d", u, got.Bound)
		}
	}
	want := map[hit]bool{}
	for _, h := range plain.plain {
		if h.revision < got.Bound && bits.OnesCount64(plain.Roles[h.revision]) > 1 {
			want[h] = true
		}
	}
	for _, h := range got.mixed {
		if !want[h] {
			t.Fatalf("%v is mixed", h)
		}
		delete(want, h)
	}
	if len(want) > 0 {
		t.Errorf("%d mixed hits are missing", len(want))
	}
}

// Diff names a hit that is not in both, or not in the same form.
func (x Index) Diff(y Index) string {
	for u, w := range x.sealed {
		if y.sealed[u] != w {
			return fmt.Sprintf("%v weighs %d and %d", u, w, y.sealed[u])
		}
	}
	if len(x.sealed) != len(y.sealed) {
		return fmt.Sprintf("%d hits and %d are sealed", len(x.sealed), len(y.sealed))
	}
	for _, pair := range [][2][]hit{{x.plain, y.plain}, {x.mixed, y.mixed}} {
		there := map[hit]bool{}
		for _, h := range pair[0] {
			there[h] = true
		}
		for _, h := range pair[1] {
			if !there[h] {
				return fmt.Sprintf("%v is in one alone", h)
			}
		}
		if len(there) != len(pair[0]) || len(there) != len(pair[1]) {
			return fmt.Sprintf("%d hits and %d are not sealed or mixed", len(pair[0]), len(pair[1]))
		}
	}
	return ""
}
