package tests

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

const examplePlaces = 10

// The ten objects of docs/index.md, loaded and sealed, have the strings that the
// page works out by hand.
func TestIndexExample(t *testing.T) {
	text, err := os.ReadFile("../docs/index.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	dsn := pgtest.DB(t)
	if err := fill(t.Context(), dsn, bytes.NewReader(exampleRecords(t, page))); err != nil {
		t.Fatal(err)
	}
	sealAll(t, dsn)
	got := exampleStrings(t, dsn)
	want := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\| (graph|storage|index) \| (\d) \| ([01]{10}) \|$`).FindAllStringSubmatch(page, -1) {
		want[m[1]+" "+m[2]] = m[3]
	}
	for _, m := range regexp.MustCompile(`(?m)^\| (digit \d|eligible|kept) \| ([01]{10}) \|`).FindAllStringSubmatch(page, -1) {
		want[m[1]] = m[2]
	}
	if len(want) != 12 {
		t.Fatalf("the page has %d strings, not 12: %v", len(want), want)
	}
	for name, bits := range want {
		if got[name] != bits {
			t.Errorf("%s: the page says %s, the statement has %s", name, bits, got[name])
		}
	}
	bundle, err := open(t, dsn).Context(t.Context(), exampleQuery(t, page), sqlq.Run{})
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range []string{"1", "4"} {
		if len(bundle.Items) != 2 || bundle.Items[i].Object != "object://"+id+"@1" || bundle.Items[i].Score != 777777 {
			t.Errorf("item %d is %+v", i, bundle.Items)
			break
		}
	}
}

func exampleQuery(t *testing.T, page string) string {
	t.Helper()
	return regexp.MustCompile("The query is `([^`]*)`").FindStringSubmatch(page)[1]
}

// exampleRecords reads the table of objects.
func exampleRecords(t *testing.T, page string) []byte {
	t.Helper()
	var out bytes.Buffer
	write := func(record map[string]any) {
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]+) \|([^|]*)\|([^|]*)\|$`).FindAllStringSubmatch(page, -1)
	if len(rows) != examplePlaces {
		t.Fatalf("the page has %d objects", len(rows))
	}
	for _, row := range rows {
		var forms []map[string]any
		for i, name := range []string{"summary", "text"} {
			if content := strings.TrimSpace(row[3+i]); content != "" {
				forms = append(forms, map[string]any{"name": name, "media_type": "text/plain", "content": content})
			}
		}
		trust := "verified"
		if row[1] == "7" {
			trust = "untrusted"
		}
		write(map[string]any{"kind": "object", "id": row[1], "type": "note"})
		write(map[string]any{"kind": "revision", "object": row[1], "rev": 1, "created_at": "2026-01-01T00:00:00Z", "title": row[2],
			"trust": trust, "representations": forms})
	}
	return out.Bytes()
}

// exampleStrings runs the scorer's stages and shows their strings.
func exampleStrings(t *testing.T, dsn string) map[string]string {
	t.Helper()
	relevance, err := lexical.Lexical{}.Relevance(context.Background(), provider.Request{
		Task: "graph storage index", Allowed: math.MaxUint64, Objects: 2, Depth: 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	digits := make([]string, 4)
	for i := range digits {
		digits[i] = fmt.Sprintf("select 'digit %[1]d', s%[1]d from sums", i)
	}
	statement, err := sqlfrag.Join("", sqlfrag.New(`with recursive
		eligible as (
			select l.object, l.revision, 0 as boosts from sqlq.live l where l.trust > 0),
		seal as (select 16384 as first, 2147483647 as last),
		standing as (select 0 as segment, sqlq.set_bits(e.revision, 1) as eligible from eligible e),
		`), relevance.CTEs, sqlfrag.New(`
		select name, substr(bits::text, 2, 10) from (
			select p.term || ' ' || p.place as name, p.bits from plane p
			union all `+strings.Join(digits, " union all ")+`
			union all select 'eligible', eligible from standing
			union all select 'kept', bits from kept
		) x, (select count(*) from relevance) y`)).Bind()
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(t.Context(), statement.SQL, statement.Args()...)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	var name, bits string
	if _, err := pgx.ForEachRow(rows, []any{&name, &bits}, func() error {
		out[name] = bits
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}
