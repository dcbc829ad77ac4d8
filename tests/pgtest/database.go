package pgtest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Option changes the database that DB makes.
type Option func(*options)

type options struct {
	locale string
	name   string
	setup  func(ctx context.Context, dsn string) error
}

// WithSetup fills the database by a function that runs once in this process for each name; every further database is a copy
// of what it made. The function must close its connections.
func WithSetup(name string, setup func(ctx context.Context, dsn string) error) Option {
	return func(o *options) { o.name, o.setup = name, setup }
}

// WithLocale makes the database in one of the locales that Locales names, and skips the test where it cannot be had.
func WithLocale(name string) Option {
	return func(o *options) { o.locale = name }
}

// DB makes a database on the default server and answers its address. It is dropped when the test ends.
func DB(t testing.TB, opts ...Option) string {
	t.Helper()
	return Default(t).DB(t, opts...)
}

// Conn is DB with a connection, closed when the test ends.
func Conn(t testing.TB, opts ...Option) *pgx.Conn {
	t.Helper()
	return Connect(t, DB(t, opts...))
}

// Connect opens a connection that is closed when the test ends.
func Connect(t testing.TB, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatalf("connecting to the test database: %v", err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// Pool is DB with a small pool of connections, closed when the test ends.
func Pool(t testing.TB, opts ...Option) *pgxpool.Pool {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(DB(t, opts...))
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns = 4 // packages run side by side on one server
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// DB makes a database on this server and answers its address. It is dropped when the test ends.
func (i *Instance) DB(t testing.TB, opts ...Option) string {
	t.Helper()
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	if o.locale != "" {
		if l := i.locale(t, o.locale); l.Why != "" {
			t.Skipf("SKIPPED, NO LOCALE %s ON POSTGRESQL %d: %s", l.Name, i.Major, l.Why)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	clause, err := i.source(ctx, o)
	if err != nil {
		t.Fatalf("preparing a test database: %v", err)
	}
	name := uniqueName("t")
	if err := i.create(ctx, name, clause); err != nil {
		t.Fatalf("making a test database: %v", err)
	}
	t.Cleanup(func() {
		if err := i.drop(name); err != nil {
			t.Errorf("dropping a test database: %v", err)
		}
	})
	return withDatabase(i.admin, name)
}

// create makes a database. The server refuses to copy one that somebody is still leaving, so that is tried again.
func (i *Instance) create(ctx context.Context, name, clause string) error {
	if i.local {
		clause += " strategy file_copy"
	}
	for end := time.Now().Add(20 * time.Second); ; {
		err := i.exec(ctx, "create database "+name+" "+clause)
		var pgErr *pgconn.PgError
		if !errors.As(err, &pgErr) || pgErr.Code != "55006" || time.Now().After(end) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (i *Instance) drop(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return i.exec(ctx, "drop database if exists "+name+" with (force)")
}

// exec runs statements over a connection of the administrator.
func (i *Instance) exec(ctx context.Context, statements ...string) error {
	conn, err := pgx.Connect(ctx, i.admin)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

var counter atomic.Int64

// uniqueName is a name that no other process and no earlier run has used; sweep reads the process number in it.
func uniqueName(kind string) string {
	var random [4]byte
	rand.Read(random[:])
	return fmt.Sprintf("sqlq_%s_%d_%d_%s", kind, os.Getpid(), counter.Add(1), hex.EncodeToString(random[:]))
}

// withDatabase is the address of another database of the same server.
func withDatabase(dsn, name string) string {
	if address, err := url.Parse(dsn); err == nil && strings.HasPrefix(address.Scheme, "postgres") {
		address.Path = "/" + name
		return address.String()
	}
	return dsn + " dbname=" + name
}
