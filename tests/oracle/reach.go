package oracle

import (
	"cmp"
	"slices"
	"strings"
)

// arrival is the best that reaches a node.
type arrival struct {
	score, hops, own int
	seed             string
	path             []string // node addresses from the seed on
	via              []string
}

// compare puts the winner first (QR8).
func (a arrival) compare(b arrival) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.hops, b.hops), cmp.Compare(b.own, a.own),
		cmp.Compare(a.seed, b.seed))
}

// propagate finds for every eligible object the best that reaches it: each seed
// gives its own score halved a hop, at least 1, over the shortest way (QR6, QR8).
func (v *view) propagate() {
	v.reached = map[string]arrival{}
	g := v.graph()
	for _, id := range v.eligible() {
		own := v.lex[id].own
		if own == 0 {
			continue
		}
		start, _ := slices.BinarySearch(g.address, objectScheme+id)
		for n, k := range g.distances(start, v.q.MaxDepth) {
			target, ok := strings.CutPrefix(g.address[n], objectScheme)
			if k < 1 || !ok {
				continue
			}
			a := arrival{score: max(1, own>>k), hops: k, own: own, seed: id}
			if old, ok := v.reached[target]; !ok || a.compare(old) < 0 {
				v.reached[target] = a
			}
		}
	}
	for id, a := range v.reached {
		v.reached[id] = v.trace(g, id, a)
	}
}

// trace walks back to the seed: at each hop the smallest predecessor address,
// then the smallest relation (QR8).
func (v *view) trace(g graph, id string, a arrival) arrival {
	start, _ := slices.BinarySearch(g.address, objectScheme+a.seed)
	n, _ := slices.BinarySearch(g.address, objectScheme+id)
	dist := g.distances(start, a.hops)
	a.path = []string{g.address[n]}
	for k := a.hops - 1; k >= 0; k-- {
		i := slices.IndexFunc(g.hops[n], func(h hop) bool { return dist[h.to] == k })
		a.via = append(a.via, g.hops[n][i].relation)
		n = g.hops[n][i].to
		a.path = append(a.path, g.address[n])
	}
	slices.Reverse(a.path)
	slices.Reverse(a.via)
	return a
}
