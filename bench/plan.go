package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
)

// Plan is what EXPLAIN ANALYZE says of a statement.
type Plan struct {
	Rows     int64              `json:"rows"`      // read from tables, those filtered out included
	Buffers  int64              `json:"buffers"`   // pages of 8 kB, from the cache or not
	Temp     int64              `json:"temp"`      // pages written to temporary files
	Planning float64            `json:"planning"`  // ms
	Server   float64            `json:"execution"` // ms, without the clock on every row
	Clocked  float64            `json:"clocked"`   // ms, with it
	Stages   map[string]float64 `json:"stages"`    // ms by common table expression, with it
}

// node is a node of the plan as the server writes it in JSON.
type node struct {
	Type      string  `json:"Node Type"`
	Subplan   string  `json:"Subplan Name"`
	Relation  string  `json:"Relation Name"`
	CTE       string  `json:"CTE Name"`
	Time      float64 `json:"Actual Total Time"`
	Loops     float64 `json:"Actual Loops"`
	Rows      float64 `json:"Actual Rows"`
	Removed   float64 `json:"Rows Removed by Filter"`
	Rechecked float64 `json:"Rows Removed by Index Recheck"`
	Hit       int64   `json:"Shared Hit Blocks"`
	Read      int64   `json:"Shared Read Blocks"`
	Temp      int64   `json:"Temp Written Blocks"`
	Plans     []*node `json:"Plans"`

	workers float64 // how many processes run the node at the same time
}

type explained struct {
	Plan      *node   `json:"Plan"`
	Planning  float64 `json:"Planning Time"`
	Execution float64 `json:"Execution Time"`
}

// explain runs the statement of a query twice, once for rows and buffers and
// once for the time of each stage.
func explain(ctx context.Context, db *sqlq.DB, text string) (Plan, error) {
	q, err := sqlq.ParseContext(text)
	if err != nil {
		return Plan{}, err
	}
	c, err := sqlq.Compile(ctx, q, nil, time.Now())
	if err != nil {
		return Plan{}, err
	}
	var plain, timed explained
	err = pgx.BeginTxFunc(ctx, db.Pool(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		// As DB.Context sets them; only the plan it keeps for a prepared statement is made anew.
		if _, err := tx.Exec(ctx, "set local jit = off; set local max_parallel_workers_per_gather = 0; set local enable_mergejoin = off"); err != nil {
			return err
		}
		for _, e := range []struct {
			timing string
			into   *explained
		}{{"off", &plain}, {"on", &timed}} {
			var raw []byte
			sql := fmt.Sprintf("explain (analyze, buffers, format json, timing %s) %s", e.timing, c.Statement.SQL)
			if err := tx.QueryRow(ctx, sql, c.Statement.Args()...).Scan(&raw); err != nil {
				return err
			}
			var one []explained
			if err := json.Unmarshal(raw, &one); err != nil {
				return err
			}
			*e.into = one[0]
		}
		return nil
	})
	if err != nil {
		return Plan{}, err
	}
	p := Plan{Buffers: plain.Plan.Hit + plain.Plan.Read, Temp: plain.Plan.Temp, Planning: plain.Planning, Server: plain.Execution,
		Clocked: timed.Execution, Stages: stages(timed.Plan)}
	plain.Plan.each(func(n *node) { p.Rows += n.read() })
	return p, nil
}

func (n *node) each(do func(*node)) {
	do(n)
	for _, c := range n.Plans {
		c.each(do)
	}
}

// read is how many rows the node took from a table.
func (n *node) read() int64 {
	if n.Relation == "" {
		return 0
	}
	return int64((n.Rows + n.Removed + n.Rechecked) * n.Loops)
}

// total is the time from first to last; the server gives the mean of all runs,
// and those of parallel workers go on at once.
func (n *node) total() float64 { return n.Time * n.Loops / max(n.workers, 1) }

// spread tells the nodes below a Gather how many run them.
func (n *node) spread(workers float64) {
	n.workers = workers
	for _, c := range n.Plans {
		below := workers
		if strings.HasPrefix(n.Type, "Gather") && !strings.HasPrefix(c.Subplan, "CTE ") {
			below = max(c.Loops, 1)
		}
		c.spread(below)
	}
}

// self is the time of the node without the nodes below it.
func (n *node) self() float64 {
	t := n.total()
	for _, c := range n.Plans {
		if !strings.HasPrefix(c.Subplan, "CTE ") {
			t -= c.total()
		}
	}
	return max(t, 0)
}

// stages sums the time of the nodes by the outermost common table expression
// they belong to. The server computes one while the first scan of it runs and
// counts its time there too; that is taken out again.
func stages(root *node) map[string]float64 {
	root.spread(1)
	cost := map[string]float64{} // of each CTE as a whole
	payer := map[string]*node{}  // the scan that waited for it
	root.each(func(n *node) {
		if name, ok := strings.CutPrefix(n.Subplan, "CTE "); ok {
			cost[name] = n.total()
		}
		if n.Type == "CTE Scan" && (payer[n.CTE] == nil || n.self() > payer[n.CTE].self()) {
			payer[n.CTE] = n
		}
	})
	out := map[string]float64{}
	var walk func(n *node, stage string)
	walk = func(n *node, stage string) {
		if name, ok := strings.CutPrefix(n.Subplan, "CTE "); ok && stage == "result" {
			stage = name
		}
		t := n.self()
		if n.Type == "CTE Scan" && payer[n.CTE] == n {
			t = max(0, t-cost[n.CTE])
		}
		out[stage] += t
		for _, c := range n.Plans {
			walk(c, stage)
		}
	}
	walk(root, "result")
	return out
}
