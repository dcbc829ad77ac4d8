package providertest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/schema"
	native "github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// store is a database with the corpus of the suite.
type store struct {
	dsn   string
	terms bool // the provider names the terms that match
}

// fill makes a database with the corpus, with or without the hidden texts.
func (s Subject) fill(t *testing.T, planted bool) *store {
	t.Helper()
	st := &store{dsn: s.DB(t)}
	config, err := pgx.ParseConfig(st.dsn)
	if err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	opt := native.Options{}
	if s.NewIndex != nil {
		opt.Index = s.NewIndex()
	}
	if _, err := native.Load(t.Context(), st.connect(t), strings.NewReader(corpus(planted)), opt); err != nil {
		t.Fatal(err)
	}
	relevance, err := s.Provider.Relevance(t.Context(), provider.Request{Task: "storage", Allowed: math.MaxUint64})
	if err != nil {
		t.Fatal(err)
	}
	st.terms = relevance.Terms != nil
	return st
}

// corpus is some objects with all that a provider may read and, when planted,
// with words that it may not.
func corpus(planted bool) string {
	var b strings.Builder
	hidden := func(s string) string {
		if planted {
			return s
		}
		return ""
	}
	revision := func(id string, rev int, title, rest, forms string) {
		fmt.Fprintf(&b, `{"kind":"revision","object":%q,"rev":%d,"created_at":"2026-01-%02dT00:00:00Z","title":%q%s,"representations":[%s]}`+"\n",
			id, rev, rev, title, rest, forms)
	}
	form := func(name, content, roles string) string {
		return fmt.Sprintf(`{"name":%q,"media_type":"text/plain","content":%q,"roles":[%s]}`, name, content, roles)
	}
	for i := range 12 {
		id := fmt.Sprintf("doc%02d", i)
		fmt.Fprintf(&b, `{"kind":"object","id":%q,"type":"document"}`+"\n", id)
		revision(id, 1, "olderword", "", form("body", "olderword", ""))
		forms := form("body", fmt.Sprintf("storage bundle word%d word%d straße", i, 2*i), "") + "," +
			form("summary", strings.Repeat("graph storage ", i%4), "") + "," +
			form("orders", "plain"+hidden(" instructionword storage bundle"), `"instruction"`) + "," +
			form("key", "sealed"+hidden(" secretword storage word3"), `"secret"`) + "," +
			fmt.Sprintf(`{"name":"image","media_type":"image/png","content":%q}`, "pixels"+hidden(" imageword storage"))
		revision(id, 2, []string{"", "Storage", "ÉLAN 東京"}[i%3], "", forms)
	}
	for i := range 5 {
		id := fmt.Sprintf("twin%d", i)
		fmt.Fprintf(&b, `{"kind":"object","id":%q,"type":"document"}`+"\n", id)
		revision(id, 1, "Bundle", "", form("body", "storage and graph word1 word40", ""))
	}
	fmt.Fprintf(&b, `{"kind":"object","id":"sealed","type":"document"}`+"\n")
	revision("sealed", 1, "sealed"+hidden(" secretword storage"), `,"roles":["secret"]`, form("body", "sealed"+hidden(" secretword word7"), ""))
	fmt.Fprintf(&b, `{"kind":"object","id":"gone","type":"document"}`+"\n")
	revision("gone", 1, "gone"+hidden(" removedword"), `,"tombstone":true`, "")
	return b.String()
}

// question is a task and the circumstances under which it is asked.
type question struct {
	task      string
	allowed   uint64 // 0: every role class
	only      func(id string) bool
	backwards bool
	settings  []string
}

// row is one scored object. Terms is nil for a provider that names none.
type row struct {
	Object string
	Score  int
	Terms  *[]string
}

func (r row) String() string {
	if r.Terms == nil {
		return fmt.Sprintf("%s %d", r.Object, r.Score)
	}
	return fmt.Sprintf("%s %d %v", r.Object, r.Score, *r.Terms)
}

// ask runs the provider's fragment the way a query does and answers the rows by
// object. The relation eligible has the newest revision of every object that is
// not secret and no tombstone.
func (st *store) ask(t *testing.T, s Subject, q question) []row {
	t.Helper()
	req := provider.Request{Task: q.task, Allowed: cmp.Or(q.allowed, math.MaxUint64), Objects: schema.MaxObjects}
	relevance, err := s.Provider.Relevance(t.Context(), req)
	if err != nil {
		t.Fatalf("task %.30q: %v", q.task, err)
	}
	if relevance.Nothing {
		return nil
	}
	conn := st.connect(t)
	for _, setting := range q.settings {
		if _, err := conn.Exec(t.Context(), "set "+setting); err != nil {
			t.Fatal(err)
		}
	}
	objects, revisions := st.eligible(t, conn, q)
	statement, err := sqlfrag.Join("",
		sqlfrag.New("with recursive eligible as (select *, 0 as boosts from unnest(@eo, @er) e (object, revision)),\n"+
			"seal as (select coalesce(max(s.num) + 1, 0) << 14 as first, 2147483647 as last from sqlq.segment s),\n"+
			"standing as (select e.revision >> 14 as segment, sqlq.set_bits(e.revision & 16383, 1) as eligible "+
			"from eligible e where e.revision < (select s.first from seal s) group by 1),\n\n",
			sqlfrag.Param{Name: "eo", Type: "int[]", Value: objects}, sqlfrag.Param{Name: "er", Type: "int[]", Value: revisions}),
		relevance.CTEs,
		sqlfrag.New("\n\nselect substr(n.address, 10), r.score, r.matched::text from relevance r join sqlq.node n on n.num = r.object")).Bind()
	if err != nil {
		t.Fatalf("task %.30q: %v", q.task, err)
	}
	rows, err := conn.Query(t.Context(), statement.SQL, statement.Args()...)
	if err != nil {
		t.Fatalf("task %.30q: %v", q.task, err)
	}
	out := readRows(t, rows, relevance)
	for i := 1; i < len(out); i++ {
		if out[i].Object == out[i-1].Object {
			t.Errorf("task %.30q: %s comes twice", q.task, out[i].Object)
		}
	}
	return out
}

func readRows(t *testing.T, rows pgx.Rows, relevance provider.Relevance) []row {
	t.Helper()
	var out []row
	var r row
	var matched *string
	_, err := pgx.ForEachRow(rows, []any{&r.Object, &r.Score, &matched}, func() error {
		r.Terms = nil
		if relevance.Terms != nil && matched != nil {
			terms, err := relevance.Terms(*matched)
			if err != nil {
				return err
			}
			r.Terms = &terms
		}
		out = append(out, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out, func(a, b row) int { return cmp.Compare(a.Object, b.Object) })
	return out
}

func (st *store) eligible(t *testing.T, conn *pgx.Conn, q question) (objects, revisions []int32) {
	t.Helper()
	rows, err := conn.Query(t.Context(), `select n.address, l.object, l.revision from sqlq.live l
		join sqlq.node n on n.num = l.object where l.valid_to = 'infinity' and not l.secret order by l.object`)
	if err != nil {
		t.Fatal(err)
	}
	var address string
	var object, revision int32
	objects, revisions = []int32{}, []int32{}
	_, err = pgx.ForEachRow(rows, []any{&address, &object, &revision}, func() error {
		if q.only == nil || q.only(strings.TrimPrefix(address, "object://")) {
			objects, revisions = append(objects, object), append(revisions, revision)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if q.backwards {
		slices.Reverse(objects)
		slices.Reverse(revisions)
	}
	return objects, revisions
}
