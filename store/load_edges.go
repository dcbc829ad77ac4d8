package store

import (
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

//go:embed sql/known_edges.sql
var knownEdgesSQL string

//go:embed sql/change_edges.sql
var changeEdgesSQL string

//go:embed sql/edge_nodes.sql
var edgeNodesSQL string

// edgeKey identifies an edge: parallel edges differ in relationship or time.
type edgeKey struct {
	from, relationship, to string
	observed, ended        int64
}

// edges adds edges and their hops, and updates the properties of known ones.
func (l *loader) edges(b *batch) error {
	if len(b.edges) == 0 {
		return nil
	}
	var distinct []Edge
	place := map[edgeKey]int{}
	for _, e := range b.edges {
		r := e.record
		key := edgeKey{r.From, r.Relationship, r.To, micros(r.ObservedAt, always), micros(r.EndedAt, never)}
		if i, ok := place[key]; ok {
			distinct[i] = r // the later line counts
			continue
		}
		place[key] = len(distinct)
		distinct = append(distinct, r)
	}
	added, changed, err := l.splitEdges(distinct)
	if err != nil {
		return fmt.Errorf("reading stored edges: %w", err)
	}
	l.report.Edges += int64(len(added))
	l.report.Changed += int64(len(changed))
	l.report.Unchanged += int64(len(b.edges) - len(added) - len(changed))
	if len(changed) > 0 {
		if err := l.exec(changeEdgesSQL, edgeColumns(changed)...); err != nil {
			return fmt.Errorf("changing edges: %w", err)
		}
	}
	return l.writeEdges(added)
}

// edgeColumns turns edges into the arrays that the statements take.
func edgeColumns(edges []Edge) []any {
	n := len(edges)
	from, relationship, to, properties := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	observed, ended := make([]*time.Time, n), make([]*time.Time, n)
	for i, e := range edges {
		from[i], relationship[i], to[i] = e.From, e.Relationship, e.To
		observed[i], ended[i], properties[i] = e.ObservedAt, e.EndedAt, string(e.Properties)
	}
	return []any{from, relationship, to, observed, ended, properties}
}

// splitEdges tells the edges that are not stored from those with other properties.
func (l *loader) splitEdges(edges []Edge) (added, changed []Edge, err error) {
	rows, err := l.tx.Query(l.ctx, knownEdgesSQL, edgeColumns(edges)...)
	if err != nil {
		return nil, nil, err
	}
	known := make([]bool, len(edges))
	var place int
	var same bool
	_, err = pgx.ForEachRow(rows, []any{&place, &same}, func() error {
		known[place-1] = true
		if !same {
			changed = append(changed, edges[place-1])
		}
		return nil
	})
	for i, e := range edges {
		if !known[i] {
			added = append(added, e)
		}
	}
	return added, changed, err
}

// writeEdges writes new edges, and a hop in each direction.
func (l *loader) writeEdges(edges []Edge) error {
	if len(edges) == 0 {
		return nil
	}
	nums, err := l.nodes(edges)
	if err != nil {
		return fmt.Errorf("numbering edge ends: %w", err)
	}
	db := copier{l.tx}
	err = copyRows(l.ctx, db, `copy sqlq.edge (from_address, relationship, to_address, observed_at, ended_at, properties)
		from stdin`, len(edges), func(out *copyText, i int) { edgeRow(out, edges[i]) })
	if err != nil {
		return fmt.Errorf("writing edges: %w", err)
	}
	err = copyRows(l.ctx, db, "copy sqlq.adjacent (node, neighbour, relation, valid_from, valid_to) from stdin", len(edges),
		func(out *copyText, i int) {
			e := edges[i]
			if e.From != e.To { // a self-link is no way to anywhere (QS4)
				hopRow(out, nums[e.From], nums[e.To], e)
				hopRow(out, nums[e.To], nums[e.From], e)
			}
		})
	if err != nil {
		return fmt.Errorf("writing hops: %w", err)
	}
	return nil
}

func edgeRow(out *copyText, e Edge) {
	out.text(e.From)
	out.text(e.Relationship)
	out.text(e.To)
	out.maybeTime(e.ObservedAt, `\N`)
	out.maybeTime(e.EndedAt, `\N`)
	out.text(string(e.Properties))
	out.end()
}

func hopRow(out *copyText, node, neighbour int32, e Edge) {
	out.int(int64(node))
	out.int(int64(neighbour))
	out.text(e.Relationship)
	out.maybeTime(e.ObservedAt, "-infinity")
	out.maybeTime(e.EndedAt, "infinity")
	out.end()
}

// nodes gives the numbers of the ends, new ones where there are none.
func (l *loader) nodes(edges []Edge) (map[string]int32, error) {
	var addresses []string
	for _, e := range edges {
		addresses = append(addresses, e.From, e.To)
	}
	slices.Sort(addresses)
	rows, err := l.tx.Query(l.ctx, edgeNodesSQL, slices.Compact(addresses))
	if err != nil {
		return nil, err
	}
	nums := make(map[string]int32, len(addresses))
	var address string
	var num int32
	_, err = pgx.ForEachRow(rows, []any{&address, &num}, func() error {
		nums[address] = num
		return nil
	})
	return nums, err
}

func micros(t *time.Time, null int64) int64 {
	if t == nil {
		return null
	}
	return t.UnixMicro()
}
