package tests

import (
	"bytes"
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
