package tests

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// sealAll seals every revision of a database, however few they are.
func sealAll(t testing.TB, dsn string) {
	t.Helper()
	done, err := open(t, dsn).SealIndex(t.Context(), store.UpkeepOptions{All: true})
	if err != nil {
		t.Fatal(err)
	}
	if done.Sealed == 0 {
		t.Fatal("nothing was sealed")
	}
}

// A task may have more terms than an integer has room for their weights.
func TestLongTasksOnSealedStores(t *testing.T) {
	page, err := os.ReadFile("../docs/index.md")
	if err != nil {
		t.Fatal(err)
	}
	var long strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&long, " word%d", i)
	}
	dsn := pgtest.DB(t)
	if err := fill(t.Context(), dsn, bytes.NewReader(exampleRecords(t, string(page)))); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	ask := func() (answers []string) {
		for _, words := range []int{0, 100, 1000, long.Len()} {
			query := fmt.Sprintf("CONTEXT FOR %q MAX DEPTH 0 PREFER VERIFIED", "graph storage index"+long.String()[:words])
			bundle, err := open(t, dsn).Context(t.Context(), query, sqlq.Run{Now: &now})
			if err != nil {
				t.Fatal(err)
			}
			line, err := bundle.JSON()
			if err != nil {
				t.Fatal(err)
			}
			answers = append(answers, string(line))
		}
		return answers
	}
	plain := ask()
	sealAll(t, dsn)
	if diff := cmp.Diff(plain, ask()); diff != "" {
		t.Errorf("(-plain +sealed)\n%s", diff)
	}
}

// A role that row security keeps from some rows cannot make an index of the rest:
// others would be answered from it.
func TestRowSecurityKeepsFromUpkeep(t *testing.T) {
	page, err := os.ReadFile("../docs/index.md")
	if err != nil {
		t.Fatal(err)
	}
	dsn := pgtest.DB(t)
	if err := fill(t.Context(), dsn, bytes.NewReader(exampleRecords(t, string(page)))); err != nil {
		t.Fatal(err)
	}
	role := pgtest.Role(t, dsn, "grant usage on schema sqlq to {role}", "grant all on all tables in schema sqlq to {role}",
		"do $$ begin execute format('grant temporary on database %I to {role}', current_database()); end $$")
	owner, limited := open(t, dsn), open(t, role)
	if _, err := owner.Pool().Exec(t.Context(), `alter table sqlq.live enable row level security; create policy visible on sqlq.live using (trust > 0);
		alter table sqlq.revision enable row level security; create policy visible on sqlq.revision using (true)`); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func() error{
		"seal":    func() error { _, err := limited.SealIndex(t.Context(), store.UpkeepOptions{All: true}); return err },
		"rebuild": func() error { _, err := limited.RebuildIndex(t.Context(), store.UpkeepOptions{}); return err },
		"load": func() error {
			_, err := limited.Load(t.Context(), strings.NewReader(`{"kind":"object","id":"new","type":"t"}`+"\n"+
				`{"kind":"revision","object":"new","rev":1,"created_at":"2026-01-01T00:00:00Z"}`), store.Options{})
			return err
		},
	} {
		var e *sqlq.Error
		if err := do(); !errors.As(err, &e) || e.Code != "no_rights" || !strings.Contains(e.Message, "row security") {
			t.Errorf("%s: %v", name, err)
		}
	}
	sealAll(t, dsn)
	limit, err := limited.Context(t.Context(), exampleQuery(t, string(page)), sqlq.Run{})
	if err != nil || limit.Metadata.Considered != 9 {
		t.Errorf("considered under row security: %d, %v", limit.Metadata.Considered, err)
	}
}
