package main

import (
	"context"
	"fmt"
	"time"

	"github.com/sqlq-dev/sqlq/store"
)

// checkIndex looks at the relations that queries read: whether they have rows
// and whether the planner knows about them.
func checkIndex(ctx context.Context, p *patient) ([]check, error) {
	if !p.schema {
		return nil, nil
	}
	const small = 1 << 20 // bytes below which a plan made without statistics does no harm
	var live, postings float64
	var bytes int64
	var filled bool
	var analyzed *time.Time
	err := p.conn.QueryRow(ctx, `select l.reltuples, p.reltuples, pg_table_size(p.oid), exists (select from sqlq.live),
		(select greatest(last_analyze, last_autoanalyze) from pg_stat_all_tables where relid = p.oid)
		from pg_class l, pg_class p
		where l.oid = to_regclass('sqlq.live') and p.oid = to_regclass('sqlq.posting')`).Scan(&live, &postings, &bytes, &filled, &analyzed)
	if problem := denied(err); problem != "" {
		return []check{{"index", checkFail, problem, p.readingGrants()}}, nil
	}
	if err != nil {
		return nil, err
	}
	c := check{Name: "index", Verdict: checkOK}
	switch known := live >= 0 && postings >= 0; {
	case !filled:
		c = check{"index", checkWarn, "nothing is loaded", "sqlq load FILE"}
	case !known && bytes < small:
		c.Found = "small, without statistics yet"
	case !known:
		c = check{
			"index", checkWarn, "the planner has no statistics yet, so it guesses",
			"vacuum (analyze) sqlq.live, sqlq.posting, sqlq.adjacent, sqlq.node",
		}
	default:
		c.Found = fmt.Sprintf("about %.0f spans of revisions and %.0f postings", live, postings)
		if analyzed != nil {
			c.Found += ", last analyzed " + analyzed.UTC().Format("2006-01-02 15:04") + " UTC"
		}
	}
	sealing, err := checkSealing(ctx, p)
	return append([]check{c}, sealing...), err
}

// checkSealing looks at how far the index is sealed, and what is due.
func checkSealing(ctx context.Context, p *patient) ([]check, error) {
	s, err := store.ReadIndexStatus(ctx, p.conn)
	if problem := denied(err); problem != "" {
		return []check{{"segments", checkFail, problem, p.readingGrants()}}, nil
	}
	if err != nil {
		return nil, err
	}
	c := check{"segments", checkOK, fmt.Sprintf("%d of %s sealed, %d of them touched since",
		s.Sealed, counted(int(s.Revisions), "revision"), s.Touched), ""}
	for _, d := range s.Due {
		c.Verdict = checkWarn
		c.Found += "; " + d.Reason
		if c.Hint == "" {
			c.Hint = "queries are right, but slower than they need be: " + d.Command
		}
	}
	return []check{c}, nil
}
