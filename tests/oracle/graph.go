package oracle

import (
	"maps"
	"slices"
	"strings"
)

// hop leads to a neighbour, by the smallest of the relations between the two.
type hop struct {
	to       int
	relation string
}

// graph is what carries relevance: eligible objects and entities, numbered in
// the order of their addresses.
type graph struct {
	address []string
	hops    [][]hop // by address of the neighbour
}

// graph gathers the edges that hold and the derivations of selected revisions,
// both ways (QS3, QS4, QR7).
func (v *view) graph() graph {
	links := map[string]map[string]string{}
	for _, id := range v.eligible() {
		links[objectScheme+id] = map[string]string{}
	}
	for _, e := range v.edges {
		for _, end := range []string{e.From, e.To} {
			if strings.HasPrefix(end, entityScheme) && links[end] == nil {
				links[end] = map[string]string{}
			}
		}
	}
	link := func(from, to, relation string) {
		if from == to || links[from] == nil || links[to] == nil {
			return
		}
		if old, ok := links[from][to]; !ok || relation < old {
			links[from][to], links[to][from] = relation, relation
		}
	}
	for _, e := range v.edges {
		if v.holds(e) {
			link(e.From, e.To, e.Relationship)
		}
	}
	for _, id := range v.eligible() {
		for _, d := range v.selected[id].derivations {
			link(objectScheme+id, d.Source, d.Relation)
		}
	}
	return number(links)
}

func number(links map[string]map[string]string) graph {
	g := graph{address: slices.Sorted(maps.Keys(links))}
	place := map[string]int{}
	for i, a := range g.address {
		place[a] = i
	}
	g.hops = make([][]hop, len(g.address))
	for i, a := range g.address {
		for _, to := range slices.Sorted(maps.Keys(links[a])) {
			g.hops[i] = append(g.hops[i], hop{place[to], links[a][to]})
		}
	}
	return g
}

// distances counts the hops from a node to all others within depth; -1 is out
// of reach.
func (g graph) distances(from, depth int) []int {
	dist := slices.Repeat([]int{-1}, len(g.address))
	dist[from] = 0
	level := []int{from}
	for k := 1; k <= depth && len(level) > 0; k++ {
		var next []int
		for _, n := range level {
			for _, h := range g.hops[n] {
				if dist[h.to] < 0 {
					dist[h.to] = k
					next = append(next, h.to)
				}
			}
		}
		level = next
	}
	return dist
}
