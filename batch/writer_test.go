package batch_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
	"github.com/sqlq-dev/sqlq/packer"
)

func ptr[T any](v T) *T { return &v }

// results are a bundle with two items and one without any.
func results() []sqlq.Result {
	full := packer.Bundle{ID: "context://ctx_1", Task: "t", Items: []packer.Item{
		{Object: "object://a@1", Representation: "body", MediaType: "text/plain", Tokens: 3, Estimator: "e", Score: 9,
			Why:  []packer.Why{{Kind: packer.WhyLexical, Terms: []string{"x", "y"}}, {Kind: packer.WhyExpansion, Hops: 2}},
			Path: []string{"object://s@1", "entity://e", "object://a@1"}, State: "stale", Origin: "human", Trust: "verified", Validation: "none",
			Roles: []string{"data"}, Content: ptr("a \"b\",\n<c>"), ContentHash: "sha256:0"},
		{Object: "object://b@2", Path: []string{"object://b@2"}, Roles: []string{}, ContentRef: ptr("s3://x"), Content: nil},
	}, Metadata: packer.Metadata{CanonicalQuery: "q", Budget: packer.Budget{Limit: ptr(10), Used: 3}, Scorer: "s",
		EvaluatedAt: "2026-01-02T03:04:05.000006Z", Considered: 4, Truncated: true}}
	empty := packer.Bundle{ID: "context://ctx_2", Items: []packer.Item{}, Metadata: packer.Metadata{EvaluatedAt: "2026-01-02T03:04:05Z"}}
	return []sqlq.Result{{Task: sqlq.Task{ID: `one "<&>"`}, Bundle: full}, {Task: sqlq.Task{ID: "two"}, Bundle: empty}}
}

func written(t *testing.T, format string, goesOn bool) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := batch.NewWriter(format, &out, goesOn)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results() {
		if err := w.Write(&r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestWriteNDJSON(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(string(written(t, "ndjson", false)), "\n"), "\n")
	for i, r := range results() {
		var line struct {
			ID     string
			Bundle packer.Bundle
		}
		if err := json.Unmarshal([]byte(lines[i]), &line); err != nil || line.ID != r.ID {
			t.Errorf("%s: %v", lines[i], err)
		}
		if diff := cmp.Diff(r.Bundle, line.Bundle); diff != "" {
			t.Error(diff)
		}
	}
	if !strings.HasPrefix(lines[0], `{"id":"one \"<&>\"","bundle":{"id":"context://ctx_1",`) || len(lines) != 2 {
		t.Error(lines)
	}
}

func TestWriteCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(written(t, "csv", false))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatal(rows, err)
	}
	got := map[string]string{}
	for i, name := range rows[0] {
		got[name] = rows[1][i]
	}
	for name, want := range map[string]string{"id": `one "<&>"`, "rank": "1", "budget": "10", "hops": "2", "truncated": "true", "terms": `["x","y"]`,
		"path": `["object://s@1","entity://e","object://a@1"]`, "content": "a \"b\",\n<c>", "evaluated_at": "2026-01-02T03:04:05.000006Z", "content_ref": ""} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if last := strings.Join(rows[3], ","); !strings.HasPrefix(last, "two,context://ctx_2,2026-01-02T03:04:05Z,,0,false,,0,0,,,,") {
		t.Errorf("the empty bundle is %s", last)
	}
	if on := written(t, "csv", true); bytes.HasPrefix(on, []byte("id,")) {
		t.Error("what goes on has a header")
	}
}

func TestWriteParquet(t *testing.T) {
	type item struct {
		ID      string    `parquet:"id"`
		At      time.Time `parquet:"evaluated_at,timestamp(microsecond)"`
		Budget  *int32    `parquet:"budget,optional"`
		Used    int32     `parquet:"used"`
		Rank    *int32    `parquet:"rank,optional"`
		Roles   []string  `parquet:"roles"`
		Path    []string  `parquet:"path"`
		Content *string   `parquet:"content,optional"`
		Ref     *string   `parquet:"content_ref,optional"`
		Cut     bool      `parquet:"truncated"`
	}
	text := written(t, "parquet", false)
	got, err := parquet.Read[item](bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	want := []item{
		{`one "<&>"`, at, ptr(int32(10)), 3, ptr(int32(1)), []string{"data"}, []string{"object://s@1", "entity://e", "object://a@1"}, ptr("a \"b\",\n<c>"), nil, true},
		{`one "<&>"`, at, ptr(int32(10)), 3, ptr(int32(2)), nil, []string{"object://b@2"}, nil, ptr("s3://x"), true},
		{ID: "two", At: at.Truncate(time.Second)},
	}
	for i := range got {
		got[i].At = got[i].At.UTC()
		if len(got[i].Roles) == 0 {
			got[i].Roles = nil
		}
		if len(got[i].Path) == 0 {
			got[i].Path = nil
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Memory stays bounded: a group of rows is written when it is full.
func TestParquetGroups(t *testing.T) {
	var out bytes.Buffer
	w, err := batch.NewWriter("parquet", &out, false)
	if err != nil {
		t.Fatal(err)
	}
	r := results()[0]
	r.Bundle.Items[0].Content = ptr(strings.Repeat(fmt.Sprint(1), 1<<20))
	for range 40 {
		if err := w.Write(&r); err != nil {
			t.Fatal(err)
		}
	}
	if out.Len() == 0 {
		t.Error("40 MB are kept in memory")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil || file.NumRows() != 80 || len(file.RowGroups()) != 2 {
		t.Error(file, err)
	}
}
