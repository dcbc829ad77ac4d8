package sqlq

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/store"
)

// DefaultTimeout bounds each statement of a query when Config has none.
const DefaultTimeout = 30 * time.Second

// Config says how to open a database. The zero value reads PGHOST, PGSERVICE
// and the other PG* variables.
type Config struct {
	// DSN is a postgres:// URL or a keyword=value string. What it leaves out
	// comes from the PG* variables, the service file and the password file.
	DSN string

	// Scorer ranks objects; nil is lexical-v1.
	Scorer provider.Provider

	// Timeout bounds each statement of a query on the server; 0 is
	// DefaultTimeout, negative is none.
	Timeout time.Duration
}

// DB is a database that answers queries. It is safe for use by many goroutines.
type DB struct {
	pool   *pgxpool.Pool
	config Config
}

// ParseDSN reads a connection string the way Open does: PG* variables fill in,
// and the execution mode works behind a transaction pooler unless the string
// says otherwise.
func ParseDSN(dsn string) (*pgxpool.Config, error) {
	c, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, &Error{Code: "bad_dsn", Message: "the connection string cannot be read", Err: scrub(err)}
	}
	switch mode := &c.ConnConfig.DefaultQueryExecMode; *mode {
	case pgx.QueryExecModeCacheStatement:
		if !asksForStatements(dsn) {
			*mode = pgx.QueryExecModeCacheDescribe
		}
	case pgx.QueryExecModeDescribeExec:
		return nil, &Error{
			Code:    "unsafe_exec_mode",
			Message: "default_query_exec_mode=describe_exec gives wrong rows behind a transaction pooler",
			Hint:    "leave it out, or use cache_describe",
		}
	}
	if _, ok := c.ConnConfig.RuntimeParams["application_name"]; !ok {
		c.ConnConfig.RuntimeParams["application_name"] = "sqlq"
	}
	return c, nil
}

// Open connects and checks that the server can be used. The error is an *Error
// of code unreachable when it cannot be reached.
func Open(ctx context.Context, config Config) (*DB, error) {
	pc, err := ParseDSN(config.DSN)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, pc)
	if err != nil {
		return nil, unreachable(err)
	}
	db := &DB{pool: pool, config: config}
	if err := db.check(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return db, nil
}

// check refuses a server on which answers could be wrong.
func (db *DB) check(ctx context.Context) error {
	var version int
	var encoding string
	err := db.pool.QueryRow(ctx, "select current_setting('server_version_num')::int, current_setting('server_encoding')").
		Scan(&version, &encoding)
	if err != nil {
		return unreachable(err)
	}
	return checkServer(version, encoding)
}

// Oldest and newest server versions that are tested.
const (
	MinServer = 15
	MaxServer = 18
)

func checkServer(version int, encoding string) error {
	if version/10000 < MinServer {
		return &Error{
			Code:    "server_version",
			Message: fmt.Sprintf("the server is PostgreSQL %d; sqlq needs %d or newer", version/10000, MinServer),
			Hint:    "upgrade the server, or load the data into a newer one",
		}
	}
	if encoding != "UTF8" {
		return &Error{
			Code:    "server_encoding",
			Message: fmt.Sprintf("the database is encoded in %s; sqlq needs UTF8, or tokens would be cut wrongly", encoding),
			Hint:    "create database … encoding 'UTF8' template template0, and load the data there",
		}
	}
	return nil
}

// Close gives the connections back.
func (db *DB) Close() { db.pool.Close() }

// Load adds NDJSON records to the native store in one transaction; see
// store.Load. The lexical index is kept unless opt names another.
func (db *DB) Load(ctx context.Context, in io.Reader, opt store.Options) (store.Report, error) {
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return store.Report{}, unreachable(err)
	}
	defer conn.Release()
	if opt.Index == nil {
		opt.Index = lexical.NewPostings()
	}
	report, err := store.Load(ctx, conn.Conn(), in, opt)
	if err != nil {
		return report, explain(err)
	}
	// Statistics make the difference between a good plan and a guess; a role
	// that may not gather them leaves that to autovacuum.
	for _, table := range []string{"node", "live", "adjacent", "posting", "revision", "representation", "edge", "derivation"} {
		if report.Lines >= analyzeFrom {
			if _, err := conn.Exec(ctx, "vacuum (analyze) sqlq."+table); err != nil && ctx.Err() != nil {
				return report, nil // loaded all the same
			}
		}
	}
	return report, nil
}

// analyzeFrom is how many records make it worth gathering statistics at once.
const analyzeFrom = 100

// Pool gives access to the connections, for what the library does not cover.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

func (db *DB) timeout() time.Duration {
	switch {
	case db.config.Timeout == 0:
		return DefaultTimeout
	case db.config.Timeout < 0:
		return 0
	}
	return db.config.Timeout
}

var errNoRows = errors.New("the statement returned no row")
