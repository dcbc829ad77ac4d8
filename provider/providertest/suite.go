// Package providertest holds what every relevance provider must do (QR14): an
// integer score for eligible objects alone, the same one for the same question,
// and no look at what a query may not read. A provider's own test plugs itself
// in with Run.
package providertest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/schema"
	native "github.com/sqlq-dev/sqlq/store"
)

// Subject is the provider under test and what it needs.
type Subject struct {
	Provider provider.Provider

	// NewIndex makes the writer of the provider's index; nil when it has none.
	NewIndex func() provider.Index

	// DB makes an empty database and answers its address.
	DB func(testing.TB) string
}

// Run checks a provider. Every rule is a subtest.
func Run(t *testing.T, s Subject) {
	t.Run("name", func(t *testing.T) {
		if err := provider.CheckName(s.Provider.Name()); err != nil {
			t.Error(err)
		}
	})
	plain, planted := s.fill(t, false), s.fill(t, true)
	t.Run("scores", func(t *testing.T) { checkScores(t, s, plain) })
	t.Run("same question, same scores", func(t *testing.T) { checkSame(t, s, plain) })
	t.Run("eligible objects alone", func(t *testing.T) { checkEligible(t, s, plain) })
	t.Run("equal texts, equal scores", func(t *testing.T) { checkTies(t, s, plain) })
	t.Run("nothing hidden is read", func(t *testing.T) { checkHidden(t, s, plain, planted) })
	t.Run("hostile tasks", func(t *testing.T) { checkHostile(t, s, plain) })
	t.Run("side by side", func(t *testing.T) { checkParallel(t, s) })
	if s.NewIndex != nil {
		t.Run("a rebuilt index is the same", func(t *testing.T) { checkRebuilt(t, s, planted) })
	}
}

// tasks are questions about the corpus: none, one, some and many terms.
func tasks() []string {
	long := make([]string, 45)
	for i := range long {
		long[i] = fmt.Sprintf("word%d", i)
	}
	return []string{"storage", "storage bundle graph", "secretword storage", "instructionword", "olderword", "removedword imageword",
		"straße ÉLAN 東京", strings.Join(long[:20], " ") + " storage", strings.Join(long[:21], " ") + " storage", strings.Join(long, " ") + " storage", ""}
}

// checkScores: integers from 1 to the limit, one row an object, and terms that
// can be read back.
func checkScores(t *testing.T, s Subject, st *store) {
	found := 0
	for _, task := range tasks() {
		answer := st.ask(t, s, question{task: task})
		for _, r := range answer {
			if r.Score < 1 || r.Score > schema.MaxScore {
				t.Errorf("task %.30q: %s has the score %d", task, r.Object, r.Score)
			}
			if r.Terms != nil && len(*r.Terms) == 0 {
				t.Errorf("task %.30q: %s has a score and no terms", task, r.Object)
			}
		}
		found += len(answer)
	}
	if found == 0 {
		t.Error("no task finds anything")
	}
	if rows := st.ask(t, s, question{task: " .,;! "}); len(rows) > 0 && st.terms {
		t.Errorf("a task without terms scores %v", rows)
	}
}

// checkSame: the same answer again, over another connection, with other plans,
// and whatever the order in which the eligible objects are read.
func checkSame(t *testing.T, s Subject, st *store) {
	for _, task := range tasks() {
		want := st.ask(t, s, question{task: task})
		for name, q := range map[string]question{
			"again":            {task: task},
			"backwards":        {task: task, backwards: true},
			"other joins":      {task: task, settings: []string{"enable_hashjoin=off", "enable_hashagg=off"}},
			"without an index": {task: task, settings: []string{"enable_indexscan=off", "enable_bitmapscan=off"}},
			"other numbers":    {task: task, settings: []string{"extra_float_digits=-10", "work_mem='64kB'"}},
		} {
			if got := st.ask(t, s, q); !equalAnswers(got, want) {
				t.Errorf("task %.30q, %s:\n%v\nwant\n%v", task, name, got, want)
			}
		}
	}
}

// checkEligible: what is not in the relation eligible is not in the answer, and
// its absence changes no score.
func checkEligible(t *testing.T, s Subject, st *store) {
	for _, task := range tasks() {
		all := st.ask(t, s, question{task: task})
		some := st.ask(t, s, question{task: task, only: func(id string) bool { return !strings.HasPrefix(id, "twin") }})
		want := slices.DeleteFunc(slices.Clone(all), func(r row) bool { return strings.HasPrefix(r.Object, "twin") })
		if !equalAnswers(some, want) {
			t.Errorf("task %.30q among fewer objects:\n%v\nwant\n%v", task, some, want)
		}
		if none := st.ask(t, s, question{task: task, only: func(string) bool { return false }}); len(none) > 0 {
			t.Errorf("task %.30q among no objects finds %v", task, none)
		}
	}
}

// checkTies: objects that say the same score the same.
func checkTies(t *testing.T, s Subject, st *store) {
	for _, task := range tasks() {
		scores := map[int]bool{}
		for _, r := range st.ask(t, s, question{task: task}) {
			if strings.HasPrefix(r.Object, "twin") {
				scores[r.Score] = true
			}
		}
		if len(scores) > 1 {
			t.Errorf("task %.30q: the twins score %v", task, scores)
		}
	}
}

// checkHidden: two stores that differ only in what may not be read answer alike.
func checkHidden(t *testing.T, s Subject, plain, planted *store) {
	withoutInstructions := schema.AllowedClasses([]schema.RoleRule{{Role: schema.RoleInstruction}})
	for _, task := range tasks() {
		q := question{task: task, allowed: withoutInstructions}
		if got, want := planted.ask(t, s, q), plain.ask(t, s, q); !equalAnswers(got, want) {
			t.Errorf("task %.30q: hidden texts change the answer\n%v\nwithout them\n%v", task, got, want)
		}
	}
	open := planted.ask(t, s, question{task: "instructionword"})
	if len(open) == 0 && planted.terms {
		t.Error("what no rule excludes is not found")
	}
}

// checkHostile: a task is a value, whatever is in it.
func checkHostile(t *testing.T, s Subject, st *store) {
	for _, task := range []string{"'; drop table sqlq.object; --", `"\$1 @task :x %s {} \N`, "storage' or true --", "/* storage */",
		strings.Repeat("storage ", 5000), strings.Repeat("x", 100_000), "\u202estorage\u0301", "\t\n\v"} {
		st.ask(t, s, question{task: task})
	}
	var objects int
	if err := st.connect(t).QueryRow(t.Context(), "select count(*) from sqlq.object").Scan(&objects); err != nil || objects == 0 {
		t.Errorf("the store has %d objects now: %v", objects, err)
	}
}

// checkParallel: one provider prepares many tasks at once.
func checkParallel(t *testing.T, s Subject) {
	for i := range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for _, task := range tasks() {
				if _, err := s.Provider.Relevance(t.Context(), provider.Request{Task: task, Allowed: math.MaxUint64 - uint64(i)*2}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// checkRebuilt: Clear leaves nothing behind, and what is read again from the store
// is what the load read. It comes last, for it writes.
func checkRebuilt(t *testing.T, s Subject, st *store) {
	var before [][]row
	for _, task := range tasks() {
		before = append(before, st.ask(t, s, question{task: task}))
	}
	for range 2 {
		if _, err := native.Rebuild(t.Context(), st.connect(t), native.UpkeepOptions{Index: s.NewIndex()}); err != nil {
			t.Fatal(err)
		}
	}
	for i, task := range tasks() {
		if after := st.ask(t, s, question{task: task}); !equalAnswers(before[i], after) {
			t.Errorf("task %.30q: %v before, %v after", task, before[i], after)
		}
	}
}

func equalAnswers(a, b []row) bool {
	return slices.EqualFunc(a, b, func(x, y row) bool {
		return x.Object == y.Object && x.Score == y.Score && (x.Terms == nil) == (y.Terms == nil) &&
			(x.Terms == nil || slices.Equal(*x.Terms, *y.Terms))
	})
}

// connect opens a connection that is closed when the test ends.
func (st *store) connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), st.dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) }) //nolint:errcheck // only reads
	return conn
}
