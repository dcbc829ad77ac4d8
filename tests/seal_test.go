package tests

import (
	"testing"

	"github.com/sqlq-dev/sqlq/store"
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
