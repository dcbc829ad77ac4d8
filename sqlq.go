package sqlq

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
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
	pool     *pgxpool.Pool
	config   Config
	prepared bool // statements are prepared once for a connection

	current atomic.Bool // the tables are known to be of our version
}

// ParseDSN reads a connection string the way Open does: PG* variables, the
// service file and the password file fill in what it leaves out.
func ParseDSN(dsn string) (*pgxpool.Config, error) {
	c, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, &Error{Code: "bad_dsn", Message: "the connection string cannot be read", Err: scrub(err)}
	}
	if c.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeDescribeExec {
		return nil, &Error{
			Code:    "unsafe_exec_mode",
			Message: "default_query_exec_mode=describe_exec gives wrong rows behind a transaction pooler",
			Hint:    "leave it out, or use cache_describe",
		}
	}
	if _, ok := c.ConnConfig.RuntimeParams["application_name"]; !ok {
		c.ConnConfig.RuntimeParams["application_name"] = "sqlq"
	}
	// Text goes to and fro as UTF-8, whatever the role or the database defaults to.
	c.ConnConfig.RuntimeParams["client_encoding"] = "UTF8"
	c.ConnConfig.DialFunc = attend(c.ConnConfig.DialFunc)
	return c, nil
}

// Open connects and checks that the server can be used. The error is an *Error
// of code unreachable when it cannot be reached.
func Open(ctx context.Context, config Config) (*DB, error) {
	settings, err := ParseDSN(config.DSN)
	if err != nil {
		return nil, err
	}
	return OpenWith(ctx, settings, config)
}

// OpenWith is Open with connection settings that ParseDSN gave and the caller
// changed, such as a tracer. It ignores Config.DSN.
func OpenWith(ctx context.Context, settings *pgxpool.Config, config Config) (*DB, error) {
	server, err := Look(ctx, settings.ConnConfig)
	if err != nil {
		return nil, err
	}
	if err := server.Check(); err != nil {
		return nil, err
	}
	if mode := &settings.ConnConfig.DefaultQueryExecMode; server.Pooler && *mode == pgx.QueryExecModeCacheStatement {
		// A pooler hands each transaction another connection, on which our
		// prepared statements do not exist.
		*mode = pgx.QueryExecModeCacheDescribe
	}
	if !server.Pooler {
		// Transactions set the path as well; this is for what runs outside of them.
		settings.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, "set search_path = pg_catalog, pg_temp")
			return err
		}
	}
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		return nil, unreachable(err)
	}
	prepared := settings.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement
	return &DB{pool: pool, config: config, prepared: prepared}, nil
}

// Close gives the connections back.
func (db *DB) Close() { db.pool.Close() }

// Load adds NDJSON records to the native store in one transaction; see
// store.Load. The lexical index is kept unless opt names another.
func (db *DB) Load(ctx context.Context, in io.Reader, opt store.Options) (store.Report, error) {
	if opt.Index == nil {
		opt.Index = lexical.NewPostings()
	}
	var report store.Report
	err := db.withTables(ctx, loading, func(conn *pgx.Conn) (err error) {
		report, err = store.Load(ctx, conn, in, opt)
		if err == nil && report.Revisions+report.Derivations+report.Edges >= analyzeFrom {
			gather(ctx, conn)
		}
		return err
	})
	return report, err
}

// withTables runs do on a connection to tables of our version.
func (db *DB) withTables(ctx context.Context, doing task, do func(*pgx.Conn) error) error {
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return unreachable(err)
	}
	defer conn.Release()
	if err := db.checkTables(ctx, conn.Conn()); err != nil {
		return err
	}
	return explainFor(doing, do(conn.Conn()))
}

// gather brings statistics up to date, which make the difference between a good
// plan and a guess, and marks fresh pages as visible to all. A role that may not
// do that leaves it to autovacuum, so errors do not count.
func gather(ctx context.Context, conn *pgx.Conn) {
	for _, sql := range []string{
		"vacuum (analyze) sqlq.live, sqlq.adjacent, sqlq.posting, sqlq.plane, sqlq.sparse, sqlq.mixed",
		`vacuum (analyze) sqlq.segment, sqlq.segment_live, sqlq.segment_past, sqlq.segment_varied, sqlq.segment_time,
			sqlq.segment_project, sqlq.segment_classes, sqlq.touched`,
		"analyze sqlq.node, sqlq.census, sqlq.object, sqlq.revision, sqlq.representation, sqlq.edge, sqlq.derivation",
	} {
		conn.PgConn().Exec(ctx, sql).Close() //nolint:errcheck // see above
	}
}

// analyzeFrom is how many new rows make it worth gathering statistics at once.
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
