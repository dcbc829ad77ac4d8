package batch_test

import (
	"bufio"
	"errors"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// told writes tasks as "line id: canonical query or error", one a line.
func told(tasks sqlq.Tasks) string {
	var out []string
	for task, err := range tasks {
		text := task.Query.Canonical()
		if err != nil {
			text = "ERROR " + err.Error()
		}
		out = append(out, strings.Join([]string{string(rune('0' + task.Line)), task.ID + ":", text}, " "))
	}
	return strings.Join(out, "\n")
}

func check(t *testing.T, got, want string) {
	t.Helper()
	if want = strings.TrimSpace(want); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNDJSON(t *testing.T) {
	const in = `{"id":"a","query":"CONTEXT FOR \"x\"","more":[1]}

{"id":7,"query":"CONTEXT FOR \"y\" BUDGET 5 TOKENS"}
{"query":"CONTEXT"}
[1]
{"id":"b"}
null
{"id":"c","query":"CONTEXT FOR \"a\\u0041\""}
{"id":"d","query":"CONTEXT FOR \"z\""`
	check(t, told(batch.Maker{}.NDJSON(strings.NewReader(in))), `
1 a: CONTEXT FOR "x"
3 7: CONTEXT FOR "y" BUDGET 5 TOKENS
4 4: ERROR 1:8: parse error (unexpected_end): expected FOR after CONTEXT, found the end of the query
5 5: ERROR the line is no JSON object: it is another kind of value
6 b: ERROR the task has no text in the field query
7 7: ERROR the line is no JSON object: it is null
8 c: CONTEXT FOR "a\\u0041"
9 9: ERROR the line is no JSON object: unexpected EOF`)
}

func template(t *testing.T, text string) batch.Maker {
	t.Helper()
	parsed, err := query.NewTemplate("--template", text)
	if err != nil {
		t.Fatal(err)
	}
	return batch.Maker{Template: parsed}
}

func TestTemplates(t *testing.T) {
	m := template(t, `CONTEXT FOR $title BUDGET $tokens TOKENS`)
	const in = `{"id":"a","title":"say \"hi\" BUDGET 1 TOKENS","tokens":500}
{"id":"b","title":"x","tokens":"0700"}
{"id":"c","title":"x"}
{"id":"d","title":null,"tokens":1}
{"id":"e","title":"x","tokens":1.5}
{"id":"f","title":true,"tokens":1}`
	check(t, told(m.NDJSON(strings.NewReader(in))), `
1 a: CONTEXT FOR "say \"hi\" BUDGET 1 TOKENS" BUDGET 500 TOKENS
2 b: CONTEXT FOR "x" BUDGET 700 TOKENS
3 c: ERROR --template:1:27: parse error (missing_variable): the variable $tokens has no value
4 d: ERROR --template:1:13: parse error (missing_variable): the variable $title has no value
5 e: ERROR --template:1:27: parse error (bad_variable): the value of $tokens is no whole number: "1.5"
6 f: CONTEXT FOR "true" BUDGET 1 TOKENS`)
}

func TestCSV(t *testing.T) {
	const in = "\xEF\xBB\xBFid,title,tokens\r\na,\"say \"\"hi\"\"\",5\r\nb,x\r\n,\"two\nlines\",7\r\nd,x\"y,1\r\ne,z,1\r\n"
	tasks, err := template(t, `CONTEXT FOR $title BUDGET $tokens TOKENS`).CSV(strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	check(t, told(tasks), `
2 a: CONTEXT FOR "say \"hi\"" BUDGET 5 TOKENS
3 3: ERROR the row cannot be read: wrong number of fields
4 4: CONTEXT FOR "two
lines" BUDGET 7 TOKENS
6 6: ERROR the row cannot be read: bare " in non-quoted-field
7 e: CONTEXT FOR "z" BUDGET 1 TOKENS`)
	for _, header := range []string{"id,title\n", "id,query,query\n", "\"id\n"} {
		if _, err := (batch.Maker{}).CSV(strings.NewReader(header)); err == nil {
			t.Errorf("the header %q is taken", header)
		}
	}
	if tasks, err := (batch.Maker{}).CSV(strings.NewReader("")); err != nil || told(tasks) != "" {
		t.Error("no rows are an error:", err)
	}
}

// A quote that nobody closes does not fill the memory.
func TestCSVOpenQuote(t *testing.T) {
	tasks, err := batch.Maker{}.CSV(strings.NewReader("query\n\"" + strings.Repeat("x,\n", 4<<20)))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range tasks {
		if !errors.As(err, new(*sqlq.TasksError)) || !strings.Contains(err.Error(), "quote") {
			t.Error(err)
		}
	}
}

func TestLongLine(t *testing.T) {
	in := `{"query":"` + strings.Repeat("x", 7<<20) + "\"}\n" + `{"query":"CONTEXT FOR \"x\""}`
	got := told(batch.Maker{}.NDJSON(strings.NewReader(in)))
	if !strings.HasPrefix(got, "1 1: ERROR the line is longer") || !strings.HasSuffix(got, `2 2: CONTEXT FOR "x"`) {
		t.Errorf("%.300s", got)
	}
}

func TestGuess(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":1}`: "ndjson", " \n\t{}": "ndjson", "id,query": "csv", "": "ndjson", "  ": "ndjson", "\xEF\xBB\xBFid": "csv", "\xEF\xBB\xBF{}": "ndjson", `"id"`: "csv",
		strings.Repeat(" ", 100): "ndjson",
	} {
		if got := batch.Guess(bufio.NewReaderSize(strings.NewReader(text), 16)); got != want {
			t.Errorf("%q is %s", text, got)
		}
	}
}

func FuzzTasks(f *testing.F) {
	f.Add(`{"id":"a","query":"CONTEXT FOR \"x\""}`, `CONTEXT FOR $x`)
	f.Add("id,x\n1,2", `CONTEXT FOR $x BUDGET $x TOKENS`)
	f.Fuzz(func(t *testing.T, in, text string) {
		m := batch.Maker{}
		if parsed, err := query.NewTemplate("", text); err == nil {
			m.Template = parsed
		}
		told(m.NDJSON(strings.NewReader(in)))
		if tasks, err := m.CSV(strings.NewReader(in)); err == nil {
			told(tasks)
		}
	})
}
