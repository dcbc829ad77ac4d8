package store_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func TestLoadTwiceChangesNothing(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	first := mustLoad(t, conn, records)
	want := store.Report{Lines: 8, Bytes: int64(len(records)), Objects: 2, Revisions: 3, Representations: 4, Derivations: 1, Entities: 1, Edges: 1}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Error(diff)
	}
	before := dump(t, conn)
	again := mustLoad(t, conn, records)
	if diff := cmp.Diff(store.Report{Lines: 8, Bytes: int64(len(records)), Unchanged: 8}, again); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(before, dump(t, conn)); diff != "" {
		t.Errorf("the second load changed rows:\n%s", diff)
	}
}

// The text of a representation comes back byte for byte.
func TestLoadKeepsText(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	mustLoad(t, conn, records)
	want := "tab\tback\\slash\nline\r\\N ñandú 東京 \u2028 \\."
	var got string
	err := conn.QueryRow(t.Context(), `select content from sqlq.representation f join sqlq.revision r on r.num = f.revision
		where r.object = 'b'`).Scan(&got)
	if err != nil || got != want {
		t.Errorf("content is %q, %v", got, err)
	}
}

// QS8: the index never sees secret text.
func TestLoadIndexesNoSecret(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	mustLoad(t, conn, records+`{"kind":"revision","object":"b","rev":2,"created_at":"2026-01-04T00:00:00Z","title":"sealedtitle","roles":["secret"],"representations":[{"name":"body","media_type":"text/plain","content":"sealedword"}]}
{"kind":"revision","object":"b","rev":3,"created_at":"2026-01-05T00:00:00Z","title":"gonetitle","tombstone":true}
{"kind":"revision","object":"b","rev":4,"created_at":"2026-01-06T00:00:00Z","representations":[{"name":"scan","media_type":"image/png","content":"imageword"}]}`)
	if n := count(t, conn, "sqlq.posting where term = 'visibleword'"); n != 1 {
		t.Errorf("%d postings of an open word", n)
	}
	for _, word := range []string{"secretword", "sealedtitle", "sealedword", "gonetitle", "imageword"} {
		if n := count(t, conn, "sqlq.posting where term = $1", word); n != 0 {
			t.Errorf("%d postings of %s", n, word)
		}
	}
}

func TestLoadInAnyOrder(t *testing.T) {
	lines := strings.SplitAfter(strings.TrimSuffix(records, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	var first map[string]string
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 1))
		random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		conn := pgtest.Conn(t, tables)
		report := mustLoad(t, conn, strings.Join(lines, ""))
		if report.Revisions != 3 || report.Derivations != 1 || report.Edges != 1 {
			t.Errorf("seed %d: %+v", seed, report)
		}
		got := map[string]string{}
		for _, table := range []string{"object", "entity", "edge"} {
			got[table] = dump(t, conn)[table]
		}
		if first == nil {
			first = got
		} else if diff := cmp.Diff(first, got); diff != "" {
			t.Errorf("seed %d: %s", seed, diff)
		}
	}
}

// Byte order mark, carriage returns, blank lines, no line feed at the end.
func TestLoadForms(t *testing.T) {
	plain := strings.TrimSuffix(records, "\n")
	for name, text := range map[string]string{
		"byte order mark": "\ufeff" + plain, "carriage returns": strings.ReplaceAll(plain, "\n", "\r\n"),
		"blank lines": "\n \n\t" + strings.ReplaceAll(plain, "\n", "\n\r\n  \n") + "\n\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			if r := mustLoad(t, pgtest.Conn(t, tables), text); r.Revisions != 3 || r.Edges != 1 || r.Rejected != 0 {
				t.Errorf("%+v", r)
			}
		})
	}
	for name, text := range map[string]string{"nothing": "", "blank": "\n\n", "a mark alone": "\ufeff"} {
		t.Run(name, func(t *testing.T) {
			if r := mustLoad(t, pgtest.Conn(t, tables), text); r.Objects != 0 {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestLoadManyBatches(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	var derivations, revisions, objects strings.Builder
	const n = 15_000
	for i := range n {
		fmt.Fprintf(&derivations, `{"kind":"derivation","object":"o%d","rev":1,"relation":"r","source":"object://o%d"}`+"\n", i, (i+1)%n)
		fmt.Fprintf(&revisions, `{"kind":"revision","object":"o%d","rev":1,"created_at":"2026-01-01T00:00:00Z","title":"word%d"}`+"\n", i, i%7)
		fmt.Fprintf(&objects, `{"kind":"object","id":"o%d","type":"t"}`+"\n", i)
	}
	var last int64
	report := mustLoad(t, conn, derivations.String()+revisions.String()+objects.String(), func(o *store.Options) {
		o.Progress = func(_, lines int64) {
			if lines < last {
				t.Errorf("progress goes back from %d to %d", last, lines)
			}
			last = lines
		}
	})
	if report.Objects != n || report.Revisions != n || report.Derivations != n || last == 0 {
		t.Errorf("%+v, progress up to %d", report, last)
	}
	if got := count(t, conn, "sqlq.adjacent"); got != 2*n {
		t.Errorf("%d hops", got)
	}
}
