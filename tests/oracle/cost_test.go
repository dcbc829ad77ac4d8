package oracle

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq"
)

// mesh is a store that a walk along every path would never get out of: a hub, a
// complete graph and, tied to both, a line from which a better seed arrives at
// every hop. hops counts its edges, both ways.
func mesh() (records Records, hops int) {
	object := func(id string, matched int) string {
		title := strings.Join(meshWords()[:matched], " ")
		records = append(records, map[string]any{"kind": "object", "id": id, "type": "t"},
			map[string]any{
				"kind": "revision", "object": id, "rev": 1, "created_at": "2026-01-01T00:00:00Z", "title": title,
				"representations": []map[string]any{{"name": "body", "media_type": "text/plain", "content": "body"}},
			})
		return objectScheme + id
	}
	edge := func(from, to string) {
		records = append(records, map[string]any{"kind": "edge", "from": from, "to": to, "relationship": "r"})
		hops += 2
	}
	hub := object("hub", 0)
	for n := range 300 {
		edge(hub, object(fmt.Sprintf("leaf%d", n), 0))
	}
	clique := []string{hub}
	for n := range 60 {
		for _, other := range clique {
			edge(objectScheme+fmt.Sprintf("clique%d", n), other)
		}
		clique = append(clique, object(fmt.Sprintf("clique%d", n), 0))
	}
	before := hub
	for n := range 20 {
		next := object(fmt.Sprintf("line%d", n), n+1)
		edge(before, next)
		before = next
	}
	return records, hops
}

// meshWords are the terms of which the line has more and more.
func meshWords() []string {
	return strings.Fields("w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 wa wb wc wd we wf wg wh wi wj")
}

// TestCostStaysFlat counts the rows that all nodes of the plan produce: a hop may
// touch each edge a few times, whatever the shape and the depth.
func TestCostStaysFlat(t *testing.T) {
	records, hops := mesh()
	db := database(t)
	load(t, db, records)
	for _, clauses := range []string{
		"MAX OBJECTS 500", "MAX OBJECTS 1", "", "PREFER CURRENT, UNTRUSTED, UNKNOWN MAX OBJECTS 500", "EXCLUDE STALE, ROLE DATA MAX OBJECTS 500",
	} {
		for _, depth := range []int{0, 1, 4, 16} {
			text := fmt.Sprintf("CONTEXT FOR %q MAX DEPTH %d %s", strings.Join(meshWords(), " "), depth, clauses)
			got, limit := planRows(t, db, text), rowsPerHop*(depth+1)*hops+rowsPerAnswer
			t.Logf("%s: %d rows, limit %d", text, got, limit)
			if got > limit {
				t.Errorf("%s touches %d rows, more than %d", text, got, limit)
			}
		}
	}
}

// rowsPerHop is how many rows of the plan one edge may cost at one hop;
// rowsPerAnswer allows for one join of all kept objects with themselves.
const (
	rowsPerHop    = 12
	rowsPerAnswer = 500 * 500
)

// planRows adds up the rows of all nodes.
func planRows(t *testing.T, db *sqlq.DB, text string) int {
	t.Helper()
	q, err := sqlq.ParseContext(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sqlq.Compile(t.Context(), q, nil, epoch)
	if err != nil {
		t.Fatal(err)
	}
	var raw []byte
	sql := "explain (analyze, format json, timing off) " + c.Statement.SQL
	if err := db.Pool().QueryRow(t.Context(), sql, c.Statement.Args()...).Scan(&raw); err != nil {
		t.Fatal(err)
	}
	var plans []struct{ Plan planNode }
	if err := json.Unmarshal(raw, &plans); err != nil {
		t.Fatal(err)
	}
	return int(plans[0].Plan.rows())
}

// planNode is a node of EXPLAIN's JSON. What a filter throws away is left out:
// the small tables of this test are scanned where large ones have an index.
type planNode struct {
	Rows  float64    `json:"Actual Rows"`
	Loops float64    `json:"Actual Loops"`
	Plans []planNode `json:"Plans"`
}

func (n planNode) rows() float64 {
	sum := n.Rows * n.Loops
	for _, child := range n.Plans {
		sum += child.rows()
	}
	return sum
}
