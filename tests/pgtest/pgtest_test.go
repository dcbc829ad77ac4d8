package pgtest_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestEveryVersionServesItself(t *testing.T) {
	pgtest.Each(t, func(t *testing.T, server *pgtest.Instance) {
		conn := pgtest.Connect(t, server.DB(t))
		var major int
		if err := conn.QueryRow(t.Context(), "select current_setting('server_version_num')::int / 10000").Scan(&major); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("pg%d", major); !strings.HasSuffix(t.Name(), want) {
			t.Errorf("%s runs on %s", t.Name(), want)
		}
	})
}

func TestSetupRunsOnceAndIsCopied(t *testing.T) {
	var runs atomic.Int32
	setup := pgtest.WithSetup(rand.Text(), func(ctx context.Context, dsn string) error {
		runs.Add(1)
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, "create table book (title text); insert into book values ('Emma')")
		return err
	})
	t.Run("copies", func(t *testing.T) {
		for range 3 {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				conn := pgtest.Conn(t, setup)
				if _, err := conn.Exec(t.Context(), "insert into book values ('Persuasion')"); err != nil {
					t.Fatal(err)
				}
				var books int
				if err := conn.QueryRow(t.Context(), "select count(*) from book").Scan(&books); err != nil || books != 2 {
					t.Errorf("%d books, error %v", books, err)
				}
			})
		}
	})
	if got := runs.Load(); got != 1 {
		t.Errorf("setup ran %d times", got)
	}
}

func TestLocales(t *testing.T) {
	pgtest.Each(t, func(t *testing.T, server *pgtest.Instance) {
		for _, locale := range server.Locales(t) {
			t.Run(locale.Name, func(t *testing.T) {
				conn := pgtest.Connect(t, server.DB(t, pgtest.WithLocale(locale.Name)))
				var lower string
				if err := conn.QueryRow(t.Context(), "select lower('TITLE É')").Scan(&lower); err != nil {
					t.Fatal(err)
				}
				want := "title é"
				switch locale.Name {
				case "C":
					want = "title É"
				case "icu:tr-TR", "tr_TR.UTF-8":
					want = "tıtle é"
				}
				if lower != want {
					t.Errorf("lower case is %q, not %q", lower, want)
				}
			})
		}
	})
}

func TestRoleHasOnlyWhatItIsGranted(t *testing.T) {
	dsn := pgtest.DB(t)
	admin := pgtest.Connect(t, dsn)
	if _, err := admin.Exec(t.Context(), "create table open (n int); create table shut (n int)"); err != nil {
		t.Fatal(err)
	}
	conn := pgtest.Connect(t, pgtest.Role(t, dsn, "grant select on open to {role}"))
	if _, err := conn.Exec(t.Context(), "select from open"); err != nil {
		t.Error(err)
	}
	if _, err := conn.Exec(t.Context(), "select from shut"); err == nil || !strings.Contains(err.Error(), "42501") {
		t.Errorf("the role can read what it must not: %v", err)
	}
}
