package store_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// M1 holds in the database itself, whoever tries.
func TestRevisionsNeverChange(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	mustLoad(t, conn, records)
	for _, sql := range []string{
		"update sqlq.revision set title = 'x'", "delete from sqlq.revision", "truncate sqlq.revision cascade",
		"update sqlq.representation set content = 'x'", "delete from sqlq.representation", "truncate sqlq.representation",
	} {
		if _, err := conn.Exec(t.Context(), sql); code(err) != "23001" {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

// M2 and the vocabularies hold in the database too.
func TestConstraints(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	mustLoad(t, conn, records)
	for _, sql := range []string{
		"insert into sqlq.object values ('a b', 't')", "insert into sqlq.object values ('', 't')", "insert into sqlq.object values ('é', 't')",
		`insert into sqlq.object values ('a"b', 't')`, "insert into sqlq.object values ('a@1', 't')", "insert into sqlq.object values ('a#', 't')",
		"insert into sqlq.object values ('a?', 't')", "insert into sqlq.object values (repeat('x', 513), 't')",
		"insert into sqlq.object values (E'a\\n', 't')", "insert into sqlq.object values (E'a\\x7f', 't')",
		"insert into sqlq.edge values ('a', 'r', 'object://b')", "insert into sqlq.edge values ('object://a', 'r', 'context://b')",
		"insert into sqlq.derivation values (1, 'r', 'entity://a')", "insert into sqlq.derivation values (1, 'r', 'object://a', 0)",
		"insert into sqlq.entity values ('e2', 't', version) select 0", "insert into sqlq.entity (id, type, version) values ('e2', 't', 0)",
	} {
		if _, err := conn.Exec(t.Context(), sql); err == nil {
			t.Errorf("accepted: %s", sql)
		}
	}
	for b := 0x21; b < 0x7f; b++ {
		legal := !strings.ContainsRune(`"@#?`, rune(b))
		if _, err := conn.Exec(t.Context(), "insert into sqlq.object values ($1, 't')", "id"+string(rune(b))); (err == nil) != legal {
			t.Errorf("id with %q: %v", rune(b), err)
		}
	}
}

func TestEntityVersions(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	entity := func(version int, name string) string {
		return fmt.Sprintf(`{"kind":"entity","id":"e","type":"person","name":%q,"version":%d}`+"\n", name, version)
	}
	stored := func() (name string, version int) {
		if err := conn.QueryRow(t.Context(), "select name, version from sqlq.entity where id = 'e'").Scan(&name, &version); err != nil {
			t.Fatal(err)
		}
		return name, version
	}
	for _, step := range []struct {
		text    string
		want    store.Report
		name    string
		version int
	}{
		{entity(2, "two"), store.Report{Lines: 1, Entities: 1}, "two", 2},
		{entity(1, "one"), store.Report{Lines: 1, Unchanged: 1}, "two", 2},
		{entity(3, "three") + entity(5, "five") + entity(4, "four"), store.Report{Lines: 3, Changed: 2, Unchanged: 1}, "five", 5},
		{entity(5, "five"), store.Report{Lines: 1, Unchanged: 1}, "five", 5},
	} {
		got := mustLoad(t, conn, step.text)
		got.Bytes = 0
		if name, version := stored(); got != step.want || name != step.name || version != step.version {
			t.Errorf("%s gives %+v and %s at %d", step.text, got, name, version)
		}
	}
}

func TestEdges(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	edge := func(rest string) string {
		return `{"kind":"edge","from":"object://a","to":"object://b","relationship":"r"` + rest + "}\n"
	}
	for _, step := range []struct {
		text string
		want store.Report
		hops int
	}{
		{edge(""), store.Report{Lines: 1, Edges: 1}, 2},
		{edge("") + edge(`,"properties":{}`), store.Report{Lines: 2, Unchanged: 2}, 2},
		{edge(`,"observed_at":"2026-01-01T00:00:00Z"`) + edge(`,"ended_at":"2026-01-01T00:00:00Z"`), store.Report{Lines: 2, Edges: 2}, 6},
		{edge(`,"properties":{"w":1}`), store.Report{Lines: 1, Changed: 1}, 6},
		{edge(`,"properties":{"w":1.0}`), store.Report{Lines: 1, Unchanged: 1}, 6},
		{strings.ReplaceAll(edge(""), "object://b", "object://a"), store.Report{Lines: 1, Edges: 1}, 6},
	} {
		got := mustLoad(t, conn, step.text)
		got.Bytes = 0
		if hops := count(t, conn, "sqlq.adjacent"); got != step.want || hops != step.hops {
			t.Errorf("%s gives %+v and %d hops", step.text, got, hops)
		}
	}
}

// A line may be long, and a line that is too long is refused by its number.
func TestLongLines(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	const size = 12 << 20
	long := `{"kind":"object","id":"a","type":"t"}` + "\n" + revision(`"representations":[{"name":"body","media_type":"text/plain","content":"`+
		strings.Repeat("wörd ", size/6)+`"}]`)
	mustLoad(t, conn, long)
	if n := count(t, conn, "sqlq.representation where octet_length(content) > $1", size-6); n != 1 {
		t.Errorf("%d long texts", n)
	}
	if testing.Short() {
		return
	}
	in := io.MultiReader(strings.NewReader(`{"kind":"object","id":"z","type":"t"}`+"\n"+`{"kind":"object","id":"`),
		&repeat{left: 256<<20 + 1}, strings.NewReader(`"}`+"\n"+`{"kind":"object","id":"y","type":"t"}`))
	_, err := store.Load(t.Context(), conn, in, options())
	if err == nil || !strings.Contains(err.Error(), "test:2: line is longer than") {
		t.Errorf("the load ends with %.200v", err)
	}
}

// repeat gives one letter over and over.
type repeat struct{ left int }

func (r *repeat) Read(b []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := min(len(b), r.left)
	for i := range n {
		b[i] = 'x'
	}
	r.left -= n
	return n, nil
}

// What a load in pieces leaves is what a load at once leaves, also where a later
// piece changes which revision was selected and which states spread.
func TestPiecesGiveTheSame(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(`{"kind":"object","id":"a","type":"t"}
{"kind":"object","id":"b","type":"t"}
{"kind":"object","id":"c","type":"t"}
{"kind":"revision","object":"c","rev":1,"created_at":"2026-01-05T00:00:00Z"}
{"kind":"derivation","object":"c","rev":1,"relation":"r","source":"object://b"}
{"kind":"revision","object":"b","rev":1,"created_at":"2026-01-04T00:00:00Z"}
{"kind":"derivation","object":"b","rev":1,"relation":"r","source":"object://a","source_rev":1}
{"kind":"revision","object":"a","rev":3,"created_at":"2026-01-09T00:00:00Z","tombstone":true}
{"kind":"revision","object":"a","rev":2,"created_at":"2026-01-07T00:00:00Z"}
{"kind":"revision","object":"a","rev":1,"created_at":"2026-01-01T00:00:00Z"}
{"kind":"derivation","object":"a","rev":1,"relation":"r","source":"object://c"}
{"kind":"revision","object":"a","rev":4,"created_at":"2026-01-02T00:00:00Z","state":"stale"}`), "\n")
	whole, pieces := pgtest.Conn(t, tables), pgtest.Conn(t, tables)
	mustLoad(t, whole, strings.Join(lines, "\n"))
	for _, line := range lines {
		mustLoad(t, pieces, line)
	}
	if got, want := liveRows(t, pieces), liveRows(t, whole); got != want {
		t.Errorf("in pieces\n%s\nat once\n%s", got, want)
	}
}

// liveRows prints the stretches of all objects.
func liveRows(t *testing.T, conn *pgx.Conn) string {
	t.Helper()
	var text string
	err := conn.QueryRow(t.Context(), `select string_agg(concat_ws(' ', n.address, l.rev, l.state, l.valid_from, l.valid_to), E'\n'
		order by n.address, l.valid_from) from sqlq.live l join sqlq.node n on n.num = l.object`).Scan(&text)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
