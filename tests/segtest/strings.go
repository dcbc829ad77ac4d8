package segtest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// span is a row of sqlq.live.
type span struct {
	from, to     int64
	state, trust int
}

// segment is a row of sqlq.segment.
type segment struct{ num, from, to, oldest, newest int64 }

const always, never = -1 << 63, 1<<63 - 1

// micros reads a time that may be infinite, as microseconds.
type micros int64

// ScanTimestamptz takes the value as it is.
func (m *micros) ScanTimestamptz(v pgtype.Timestamptz) error {
	switch v.InfinityModifier {
	case pgtype.Infinity:
		*m = never
	case pgtype.NegativeInfinity:
		*m = always
	default:
		*m = micros(v.Time.UnixMicro())
	}
	return nil
}

// bitsOf reads a table of strings as the set of "columns revision".
func bitsOf(t testing.TB, conn *pgx.Conn, query string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	var columns string
	var num int
	var plane pgtype.Bits
	each(t, conn, query, []any{&columns, &num, &plane}, func() {
		for i := range 16384 {
			if plane.Bytes[i/8]>>(7-i%8)&1 == 1 {
				out[fmt.Sprint(columns, " ", num*16384+i)] = true
			}
		}
	})
	return out
}

// wanted reads "columns revision" from the tables that strings are made from.
func wanted(t testing.TB, conn *pgx.Conn, query string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	var row string
	each(t, conn, query, []any{&row}, func() { out[row] = true })
	return out
}

func same(t testing.TB, what string, got, want map[string]bool) {
	t.Helper()
	for row := range got {
		if !want[row] {
			t.Errorf("%s has %s", what, row)
			break
		}
	}
	for row := range want {
		if !got[row] {
			t.Errorf("%s lacks %s", what, row)
			break
		}
	}
}

// CheckStrings compares the strings of a store with what they are made from. When
// folded, no revision may be touched.
func CheckStrings(t testing.TB, conn *pgx.Conn, folded bool) {
	t.Helper()
	const sealed = " r.num < (select (coalesce(max(num), -1) + 1) << 14 from sqlq.segment)"
	same(t, "segment_project", bitsOf(t, conn, "select project, segment, bits from sqlq.segment_project"),
		wanted(t, conn, "select o.project || ' ' || r.num from sqlq.revision r join sqlq.object o on o.id = r.object where o.project is not null and"+sealed))
	same(t, "segment_classes", bitsOf(t, conn, "select concat_ws(' ', secret, role_classes, packable_classes), segment, bits from sqlq.segment_classes"),
		wanted(t, conn, "select concat_ws(' ', secret, role_classes, packable_classes, num) from sqlq.revision r where"+sealed))

	touched := map[string]bool{}
	for row := range wanted(t, conn, "select revision::text from sqlq.touched") {
		touched[row] = true
	}
	if folded && len(touched) > 0 {
		t.Errorf("%d revisions are touched", len(touched))
	}
	spans := map[int][]span{}
	var s span
	var revision int
	var from, to micros
	each(t, conn, "select revision, valid_from, valid_to, state, trust from sqlq.live r", []any{&revision, &from, &to, &s.state, &s.trust}, func() {
		s.from, s.to = int64(from), int64(to)
		spans[revision] = append(spans[revision], s)
	})
	live := map[int]string{}
	for row := range bitsOf(t, conn, "select concat_ws(' ', state, trust), segment, bits from sqlq.segment_live") {
		columns, num := row[:3], 0
		fmt.Sscan(row[4:], &num) //nolint:errcheck // written above
		live[num] += columns
	}
	for i, seg := range readSegments(t, conn) {
		if int(seg.num) != i {
			t.Errorf("segment %d follows %d", seg.num, i-1)
		}
		checkSegment(t, seg, spans, touched, live)
	}
}

func readSegments(t testing.TB, conn *pgx.Conn) (out []segment) {
	t.Helper()
	var seg segment
	var from, to, oldest, newest micros
	each(t, conn, "select num, valid_from, valid_to, oldest, newest from sqlq.segment order by num", []any{&seg.num, &from, &to, &oldest, &newest}, func() {
		seg.from, seg.to, seg.oldest, seg.newest = int64(from), int64(to), int64(oldest), int64(newest)
		out = append(out, seg)
	})
	var n int
	each(t, conn, `select count(*) from sqlq.segment s cross join lateral (select min(created_at) as a, max(created_at) as b
		from sqlq.revision r where r.num >> 14 = s.num) r where (s.oldest, s.newest) is distinct from (r.a, r.b)`, []any{&n}, func() {
		if n > 0 {
			t.Errorf("%d segments have a wrong oldest or newest", n)
		}
	})
	return out
}

// checkSegment compares a segment with the stretches of its revisions at the ends
// of its time, and looks whether a change lies in that.
func checkSegment(t testing.TB, seg segment, spans map[int][]span, touched map[string]bool, live map[int]string) {
	t.Helper()
	if seg.from > time.Now().UnixMicro() {
		t.Errorf("segment %d holds from %d only", seg.num, seg.from)
	}
	bounds := []int64{always, never}
	pure := true
	for r := int(seg.num) * 16384; r < int(seg.num+1)*16384; r++ {
		if touched[fmt.Sprint(r)] {
			pure = false
			continue
		}
		for _, at := range []int64{max(seg.from, always+1), seg.to - 1} {
			want := ""
			for _, s := range spans[r] {
				if bounds = append(bounds, s.from, s.to); s.from <= at && at < s.to {
					want += fmt.Sprint(s.state, " ", s.trust)
				}
			}
			if live[r] != want {
				t.Fatalf("segment_live has %q of revision %d, sqlq.live at %d %q", live[r], r, at, want)
			}
		}
	}
	for _, b := range bounds {
		if b > seg.from && b < seg.to {
			t.Fatalf("in segment %d something changes at %d, between %d and %d", seg.num, b, seg.from, seg.to)
		}
	}
	if pure && (!slices.Contains(bounds, seg.from) || !slices.Contains(bounds, seg.to)) {
		t.Errorf("segment %d holds from %d to %d, where nothing changes", seg.num, seg.from, seg.to)
	}
}
