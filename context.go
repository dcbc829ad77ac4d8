package sqlq

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// Run is how one query is to be run.
type Run struct {
	// Now fixes the evaluation time; nil reads the server's clock once.
	Now *time.Time
}

// Context parses the text of a CONTEXT FOR query and answers it.
func (db *DB) Context(ctx context.Context, text string, run Run) (packer.Bundle, error) {
	q, err := ParseContext(text)
	if err != nil {
		return packer.Bundle{}, err
	}
	return db.Bundle(ctx, q, run)
}

// Bundle answers a parsed query. Everything is read in one read-only snapshot:
// first the ranked statement, then, when the packer has chosen, the contents and
// the evidence. Same query, same revisions, same bundle.
func (db *DB) Bundle(ctx context.Context, q query.Context, run Run) (packer.Bundle, error) {
	var bundle packer.Bundle
	err := db.snapshot(ctx, func(s *snapshot) error {
		if run.Now != nil {
			s.now = run.Now.UTC().Truncate(time.Microsecond)
		}
		var err error
		bundle, err = s.bundle(q)
		return err
	})
	return bundle, err
}

// snapshot is one read-only transaction and the time it began.
type snapshot struct {
	ctx context.Context
	db  *DB
	tx  *pgx.Conn
	now time.Time

	id string // of an exported snapshot to see; empty: its own
}

// snapshot runs do in a transaction that sees one state of the database and can
// change nothing (QS1).
func (db *DB) snapshot(ctx context.Context, do func(*snapshot) error) error {
	return db.withTables(ctx, querying, func(conn *pgx.Conn) (err error) {
		s := &snapshot{ctx: ctx, db: db, tx: conn}
		if s.now, err = s.begin(); err != nil {
			return err
		}
		defer func() {
			// A connection that is not idle when it is released is closed, so an
			// error here does no harm.
			end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			s.tx.PgConn().Exec(end, "rollback").Close() //nolint:errcheck // see above
		}()
		return do(s)
	})
}

// begin opens the transaction and reads the clock, in one round trip and without
// a prepared statement, so that a pooler may stand between.
func (s *snapshot) begin() (time.Time, error) {
	results, err := s.tx.PgConn().Exec(s.ctx, s.db.beginSQL(s.id)).ReadAll()
	if err != nil {
		return time.Time{}, err
	}
	last := results[len(results)-1]
	if len(last.Rows) != 1 {
		return time.Time{}, errNoRows
	}
	micros, err := strconv.ParseInt(string(last.Rows[0][0]), 10, 64)
	if err != nil {
		return time.Time{}, err
	}
	return time.UnixMicro(micros).UTC(), nil
}

// beginSQL sets, for the transaction alone, what suits a short read: no
// compilation, no parallel workers, no merge joins (the server guesses too few
// hits and would sort them all). The plan of a prepared statement is kept: it
// depends on which clauses a query has, and making it anew costs three
// milliseconds. A snapshot that another transaction has exported is taken over
// by its id.
func (db *DB) beginSQL(snapshot string) string {
	sql := "begin isolation level repeatable read read only;"
	if snapshot != "" {
		// An id has no quotes; the server gave it.
		sql += " set transaction snapshot '" + snapshot + "'; " + staySQL + ";"
	}
	sql += fmt.Sprintf(` set local search_path = pg_catalog, pg_temp;
		set local statement_timeout = %d; set local jit = off;
		set local max_parallel_workers_per_gather = 0; set local enable_mergejoin = off;`, db.timeout().Milliseconds())
	if db.prepared {
		sql += " set local plan_cache_mode = force_generic_plan;"
	}
	return sql + " select (extract(epoch from transaction_timestamp()) * 1000000)::bigint"
}

func (s *snapshot) bundle(q query.Context) (packer.Bundle, error) {
	c, err := Compile(s.ctx, q, s.db.config.Scorer, s.now)
	if err != nil {
		return packer.Bundle{}, err
	}
	ranked, err := s.rank(c)
	if err != nil {
		return packer.Bundle{}, err
	}
	packing := packer.Pack(ranked.candidates, packer.Options{
		Budget: q.Budget, MaxObjects: q.MaxObjects, Prefer: q.Prefer.Representation,
	})
	meta := packer.Meta{
		Task: q.Task, Canonical: q.Canonical(), AsOf: q.AsOf, EvaluatedAt: s.now,
		Scorer: c.name, Lexical: c.scorer.Terms != nil || c.scorer.Nothing, Budget: q.Budget,
		Considered: ranked.considered, Excluded: ranked.excluded,
	}
	texts, err := s.read(packing, ranked.revisions, &meta, q)
	if err != nil {
		return packer.Bundle{}, err
	}
	return packer.Build(packing, texts, meta)
}

// ranked is what the statement answers.
type ranked struct {
	candidates []packer.Candidate
	revisions  map[string]int32 // revision number by bare object id
	considered int
	excluded   map[schema.Reason]int
}
