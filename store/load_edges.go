package store

import (
	_ "embed"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

//go:embed sql/known_edges.sql
var knownEdgesSQL string

//go:embed sql/change_edges.sql
var changeEdgesSQL string

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
	addresses := make([]string, 0, 2*len(distinct))
	for _, e := range distinct {
		addresses = append(addresses, e.From, e.To)
	}
	if err := l.number(addresses); err != nil {
		return err
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
	var look []Edge
	for _, e := range edges {
		if l.nodes.fresh[e.From] || l.nodes.fresh[e.To] {
			added = append(added, e)
		} else {
			look = append(look, e)
		}
	}
	if len(look) == 0 {
		return added, nil, nil
	}
	rows, err := l.tx.Query(l.ctx, knownEdgesSQL, edgeColumns(look)...)
	if err != nil {
		return nil, nil, err
	}
	known := make([]bool, len(look))
	var place int
	var same bool
	_, err = pgx.ForEachRow(rows, []any{&place, &same}, func() error {
		known[place-1] = true
		if !same {
			changed = append(changed, look[place-1])
		}
		return nil
	})
	for i, e := range look {
		if !known[i] {
			added = append(added, e)
		}
	}
	return added, changed, err
}

// writeEdges writes new edges, and a hop in each direction.
func (l *loader) writeEdges(edges []Edge) error {
	err := l.copyRows("sqlq.edge (from_address, relationship, to_address, observed_at, ended_at, properties)", len(edges),
		func(out *copyRow, i int) { edgeRow(out, &edges[i]) })
	if err != nil {
		return fmt.Errorf("writing edges: %w", err)
	}
	err = l.copyRows("sqlq.adjacent (node, neighbour, relation, valid_from, valid_to)", len(edges),
		func(out *copyRow, i int) {
			e := &edges[i]
			if e.From != e.To { // a self-link is no way to anywhere (QS4)
				from, to := int(l.nodes.known[e.From]), int(l.nodes.known[e.To])
				hopRow(out, from, to, e)
				hopRow(out, to, from, e)
			}
		})
	if err != nil {
		return fmt.Errorf("writing hops: %w", err)
	}
	return nil
}

func edgeRow(out *copyRow, e *Edge) {
	out.columns(6)
	out.text(e.From)
	out.text(e.Relationship)
	out.text(e.To)
	out.maybeTimestamptz(e.ObservedAt)
	out.maybeTimestamptz(e.EndedAt)
	out.jsonb(e.Properties)
}

func hopRow(out *copyRow, node, neighbour int, e *Edge) {
	out.columns(5)
	out.int(node)
	out.int(neighbour)
	out.text(e.Relationship)
	out.timestamptz(micros(e.ObservedAt, always))
	out.timestamptz(micros(e.EndedAt, never))
}

func micros(t *time.Time, null int64) int64 {
	if t == nil {
		return null
	}
	return t.UnixMicro()
}
