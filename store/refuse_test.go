package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// refused checks that a load ends with a record error about a line and a field,
// and that the store is as before.
func refused(t *testing.T, input string, line int64, field string, words ...string) {
	t.Helper()
	conn := pgtest.Conn(t, tables)
	mustLoad(t, conn, records)
	before := dump(t, conn)
	good := `{"kind":"object","id":"new","type":"t"}` + "\n"
	_, err := load(t, conn, good+input+"\n"+strings.ReplaceAll(good, "new", "newer"))
	var record *store.RecordError
	if !errors.As(err, &record) {
		t.Fatalf("the load ends with %v", err)
	}
	if record.Source != "test" || record.Line != line+1 || record.Field != field {
		t.Errorf("the error blames %s:%d, field %q: %v", record.Source, record.Line, record.Field, err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error does not say %q: %v", w, err)
		}
	}
	if diff := cmp.Diff(before, dump(t, conn)); diff != "" {
		t.Errorf("the refused load left something behind:\n%s", diff)
	}
	mustLoad(t, conn, good) // the connection is still of use
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct {
		name, input string
		line        int64
		field       string
		words       []string
	}{
		{"a changed revision", `{"kind":"revision","object":"a","rev":2,"created_at":"2026-01-03T00:00:00Z","title":"Changed"}`, 1, "rev", []string{"object://a@2", "never changes"}},
		{"a changed representation", strings.Replace(strings.Split(records, "\n")[2], "ñandú", "nandu", 1), 1, "rev", []string{"object://b@1"}},
		{"a revision with two contents", `{"kind":"revision","object":"a","rev":9,"created_at":"2026-01-03T00:00:00Z"}` + "\n" +
			`{"kind":"revision","object":"a","rev":9,"created_at":"2026-01-03T00:00:00.000001Z"}`, 2, "rev", []string{"object://a@9"}},
		{"an object with another type", `{"kind":"object","id":"a","type":"message","project":"p"}`, 1, "id", []string{`"document"`, `"p"`}},
		{"an object with another project", `{"kind":"object","id":"b","type":"document","project":"p"}`, 1, "id", []string{"object b", "none"}},
		{"an entity with other values", `{"kind":"entity","id":"e","type":"team"}`, 1, "id", []string{"entity e", "version 1"}},
		{"a revision of no object", `{"kind":"revision","object":"nobody","rev":1,"created_at":"2026-01-03T00:00:00Z"}`, 1, "object", []string{"nobody"}},
		{"a derivation of no revision", `{"kind":"derivation","object":"a","rev":7,"relation":"r","source":"object://b"}`, 1, "object", []string{"object://a@7"}},
		{"no JSON", "\n\n{]", 3, "", []string{"JSON"}},
		{"invalid UTF-8", "{\"kind\":\"object\",\"id\":\"z\",\"type\":\"\xff\"}", 1, "type", []string{"UTF-8"}},
		{"a lone surrogate", `{"kind":"object","id":"z","type":"\ud83d"}`, 1, "type", []string{"surrogate"}},
		{"U+0000", `{"kind":"object","id":"z","type":"\u0000"}`, 1, "type", []string{"U+0000"}},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, c.input, c.line, c.field, c.words...) })
	}
}

func TestKeepGoing(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	bad := map[int64]string{2: "type", 4: "", 5: "rev", 7: "object", 8: "object"}
	input := `{"kind":"object","id":"a","type":"t"}
{"kind":"object","id":"b"}
{"kind":"revision","object":"a","rev":1,"created_at":"2026-01-01T00:00:00Z"}
not JSON ` + "\xff" + `
{"kind":"revision","object":"a","rev":1,"created_at":"2026-01-02T00:00:00Z"}
{"kind":"derivation","object":"a","rev":1,"relation":"r","source":"object://b"}
{"kind":"revision","object":"b","rev":1,"created_at":"2026-01-01T00:00:00Z"}
{"kind":"derivation","object":"b","rev":1,"relation":"r","source":"object://a"}
{"kind":"object","id":"c","type":"t"}`
	var rejects bytes.Buffer
	report := mustLoad(t, conn, input, func(o *store.Options) { o.KeepGoing, o.Reject = true, &rejects })
	if want := (store.Report{Lines: 9, Bytes: int64(len(input)), Objects: 2, Revisions: 1, Derivations: 1, Rejected: 5}); report != want {
		t.Errorf("report is %+v", report)
	}
	lines := strings.Split(input, "\n")
	for _, text := range strings.Split(strings.TrimSpace(rejects.String()), "\n") {
		var r struct {
			Line                  int64
			Field, Reason, Record string
		}
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		field, ok := bad[r.Line]
		delete(bad, r.Line)
		if !ok || field != r.Field || r.Reason == "" || r.Record != strings.ToValidUTF8(lines[r.Line-1], "\ufffd") {
			t.Errorf("reject %s", text)
		}
	}
	if len(bad) > 0 {
		t.Errorf("not rejected: %v", bad)
	}
	if n := mustLoad(t, conn, input, func(o *store.Options) { o.KeepGoing = true }).Rejected; n != 5 {
		t.Errorf("without a reject file %d are counted", n)
	}
}

// failing is a writer that has no room.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestKeepGoingNeedsItsFile(t *testing.T) {
	conn := pgtest.Conn(t, tables)
	before := dump(t, conn)
	_, err := load(t, conn, records+"bad\n", func(o *store.Options) { o.KeepGoing, o.Reject = true, failing{} })
	if err == nil || !strings.Contains(err.Error(), "reject file") || !strings.Contains(err.Error(), "no room") {
		t.Errorf("the load ends with %v", err)
	}
	if diff := cmp.Diff(before, dump(t, conn)); diff != "" {
		t.Errorf("records were loaded though their rejects are lost:\n%s", diff)
	}
}
