package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/migrations"
	"github.com/sqlq-dev/sqlq/pglocal"
)

// server is where databases are made.
type server struct {
	address func(database string) string
	version string
	close   func()
}

// connect uses the server of the address, or starts the local one.
func connect(ctx context.Context, dsn string) (*server, error) {
	s := &server{close: func() {}}
	if dsn == "" {
		local, err := pglocal.Start(ctx, pglocal.Config{Log: os.Stderr})
		if err != nil {
			return nil, err
		}
		dsn, s.close = local.DSN("postgres"), func() { local.Close() }
	}
	s.address = func(database string) string { return withDatabase(dsn, database) }
	conn, err := pgx.Connect(ctx, s.address("postgres"))
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, `select 'PostgreSQL ' || current_setting('server_version') || ', '
		|| (select string_agg(name || ' ' || current_setting(name), ', ' order by name) from pg_settings
			where name in ('shared_buffers', 'work_mem', 'fsync', 'random_page_cost', 'max_parallel_workers_per_gather'))`).Scan(&s.version)
	return s, err
}

// withDatabase is the address of another database of the same server. A query
// keeps to one process there, or its processor time could not be told.
func withDatabase(dsn, name string) string {
	const parallel = "max_parallel_workers_per_gather"
	if address, err := url.Parse(dsn); err == nil && strings.HasPrefix(address.Scheme, "postgres") {
		address.Path = "/" + name
		query := address.Query()
		query.Set(parallel, "0")
		address.RawQuery = query.Encode()
		return address.String()
	}
	return dsn + " dbname=" + name + " " + parallel + "=0"
}

// database makes a database with the schema, or opens the one that was kept.
func (s *server) database(ctx context.Context, name string, keep bool) (db *sqlq.DB, kept bool, err error) {
	admin, err := pgx.Connect(ctx, s.address("postgres"))
	if err != nil {
		return nil, false, err
	}
	defer admin.Close(ctx)
	if keep {
		if err := admin.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", name).Scan(&kept); err != nil {
			return nil, false, err
		}
	}
	if !kept {
		for _, sql := range []string{"drop database if exists " + name + " with (force)", "create database " + name + " template template0 encoding 'UTF8'"} {
			if _, err := admin.Exec(ctx, sql); err != nil {
				return nil, false, err
			}
		}
		config, err := pgx.ParseConfig(s.address(name))
		if err != nil {
			return nil, false, err
		}
		if err := migrations.Up(ctx, config); err != nil {
			return nil, false, err
		}
	}
	db, err = sqlq.Open(ctx, sqlq.Config{DSN: s.address(name), Timeout: -1})
	return db, kept, err
}

func (s *server) drop(ctx context.Context, name string) error {
	admin, err := pgx.Connect(ctx, s.address("postgres"))
	if err != nil {
		return err
	}
	defer admin.Close(ctx)
	_, err = admin.Exec(ctx, "drop database if exists "+name+" with (force)")
	return err
}

// fresh opens a database over connections of its own, which know nothing yet.
func (s *server) fresh(ctx context.Context, name string) (*sqlq.DB, error) {
	return sqlq.Open(ctx, sqlq.Config{DSN: s.address(name), Timeout: -1})
}

// machine says what the numbers were taken on.
func machine() string {
	load, _ := os.ReadFile("/proc/loadavg")
	average := ""
	if f := strings.Fields(string(load)); len(f) > 0 {
		average = ", load average " + f[0]
	}
	return fmt.Sprintf("%s/%s, %s, %d cores%s", runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.NumCPU(), average)
}
