package batch_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
)

// A journal that ends anywhere gives the last state that is whole.
func TestJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	header := batch.Header{Version: 1, Now: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Plan: "p"}
	j, err := batch.CreateJournal(name, header)
	if err != nil {
		t.Fatal(err)
	}
	states := []batch.State{{}, {Tasks: 1, Output: 10, Chain: 1}, {Tasks: 5, Failed: 2, Output: 70, Errors: 9, Chain: 1<<63 + 7}}
	for _, s := range states[1:] {
		if err := j.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := batch.CreateJournal(name, header); !errors.Is(err, os.ErrExist) {
		t.Errorf("it is made twice: %v", err)
	}
	if _, _, _, err := batch.OpenJournal(name); !errors.Is(err, batch.ErrBusy) {
		t.Errorf("two processes are at it: %v", err)
	}
	j.Close()
	text, _ := os.ReadFile(name)
	first := strings.IndexByte(string(text), '\n') + 1
	for size := range len(text) + 1 {
		cut := filepath.Join(t.TempDir(), "cut")
		if err := os.WriteFile(cut, text[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		j, h, s, err := batch.OpenJournal(cut)
		if size < first {
			if !errors.Is(err, batch.ErrOtherJournal) {
				t.Fatalf("%d bytes: %v", size, err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(h, header) || s != states[strings.Count(string(text[first:size]), "\n")] {
			t.Fatalf("%d bytes: %+v, %+v, %v", size, h, s, err)
		}
		j.Write(batch.State{Tasks: 9}) //nolint:errcheck // seen below
		j.Close()
		if again, _, s, err := batch.OpenJournal(cut); err != nil || s.Tasks != 9 || again.Close() != nil {
			t.Fatalf("%d bytes, written on: %+v, %v", size, s, err)
		}
	}
}

func TestRest(t *testing.T) {
	tasks := func(texts ...string) sqlq.Tasks {
		return func(yield func(sqlq.Task, error) bool) {
			for _, text := range texts {
				task, err := sqlq.ParseTask(text, `CONTEXT FOR "`+text+`"`)
				if !yield(task, err) {
					return
				}
			}
		}
	}
	var done batch.State
	for task := range tasks("a", "b") {
		done.Tasks, done.Chain = done.Tasks+1, done.Chain.Add(task)
	}
	for _, tt := range []struct {
		tasks sqlq.Tasks
		rest  string
		other bool
	}{
		{tasks("a", "b", "c", "d"), "cd", false}, {tasks("a", "b"), "", false}, {tasks("a"), "", true}, {tasks(), "", true},
		{tasks("b", "a", "c"), "", true}, {tasks("a", "x", "c"), "", true},
	} {
		rest, other := "", false
		for task, err := range batch.Rest(tt.tasks, done) {
			if other = errors.Is(err, batch.ErrOtherTasks); !other {
				rest += task.ID
			}
		}
		if rest != tt.rest || other != tt.other {
			t.Errorf("the rest is %q, other tasks: %v, want %q, %v", rest, other, tt.rest, tt.other)
		}
	}
}

func TestParseTable(t *testing.T) {
	for text, want := range map[string]string{
		"a.b": `"a"."b"`, "A.B": `"a"."b"`, `"A b"."c""d"`: `"A b"."c""d"`, `a."x.y"`: `"a"."x.y"`,
		"a": "", "a.b.c": "", "": "", ".b": "", "a.": "", `"a.b`: "", `a.b;drop`: "", `"a"b.c`: "", `"".b`: "", "a b.c": "", "a.\"b\x00\"": "",
	} {
		got, err := batch.ParseTable(text)
		if want == "" && err == nil || want != "" && (err != nil || got.String() != want) {
			t.Errorf("%q is %s, %v; want %s", text, got, err, want)
		}
	}
}
