package store

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/schema"
)

// nodes remembers the numbers of addresses while a load is under way, so that
// each is looked up once, if at all.
type nodes struct {
	known    map[string]int32
	fresh    map[string]bool // numbered for the batch under way: nothing stored refers to them
	size     int             // about the bytes of known
	complete bool            // what is not in known has no number
	object   int32           // the last number of an object, 0 or more
	entity   int32           // the last number of an entity, 0 or less
}

const (
	maxNodes     = 64 << 20 // bytes of known
	nodeOverhead = 64       // bytes of an entry without its address
)

// beginNodes reads where the numbers stand.
func (l *loader) beginNodes() error {
	n := &l.nodes
	n.known = map[string]int32{}
	err := l.tx.QueryRow(l.ctx, `select
		coalesce((select n.num from sqlq.node n where n.num > 0 order by n.num desc limit 1), 0),
		coalesce((select n.num from sqlq.node n where n.num < 0 order by n.num limit 1), 0)`).Scan(&n.object, &n.entity)
	n.complete = n.object == 0 && n.entity == 0
	return err
}

// nextBatch forgets what is fresh, and everything when that is too much.
func (n *nodes) nextBatch() {
	n.fresh = map[string]bool{}
	if n.size > maxNodes {
		n.known, n.size, n.complete = map[string]int32{}, 0, false
	}
}

func (n *nodes) add(address string, num int32) {
	n.known[strings.Clone(address)] = num // not with the line that it stands in
	n.size += len(address) + nodeOverhead
}

// number sees to it that all addresses are known until the end of the batch: new
// numbers are given in order of address, so that the index grows in order.
func (l *loader) number(addresses []string) error {
	unknown := slices.DeleteFunc(addresses, func(a string) bool { return l.nodes.known[a] != 0 })
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	unknown = slices.Compact(unknown)
	if !l.nodes.complete {
		var err error
		if unknown, err = l.numbered(unknown); err != nil {
			return fmt.Errorf("reading the numbers of nodes: %w", err)
		}
	}
	for _, a := range unknown {
		num := &l.nodes.object
		if strings.HasPrefix(a, schema.EntityScheme) {
			l.nodes.entity--
			num = &l.nodes.entity
		} else {
			l.nodes.object++
		}
		l.nodes.add(a, *num)
		l.nodes.fresh[a] = true
	}
	err := l.copyRows("sqlq.node (num, address)", len(unknown), func(out *copyRow, i int) {
		out.columns(2)
		out.int(int(l.nodes.known[unknown[i]]))
		out.text(unknown[i])
	})
	if err != nil {
		return fmt.Errorf("numbering nodes: %w", err)
	}
	return nil
}

// numbered takes in the numbers that are stored and returns the addresses that
// have none.
func (l *loader) numbered(addresses []string) ([]string, error) {
	rows, err := l.tx.Query(l.ctx, `select n.address, n.num from unnest($1::text[]) a (address)
		cross join lateral (select n.address, n.num from sqlq.node n where n.address = a.address limit 1) n`, addresses)
	if err != nil {
		return nil, err
	}
	var address string
	var num int32
	if _, err := pgx.ForEachRow(rows, []any{&address, &num}, func() error {
		l.nodes.add(address, num)
		return nil
	}); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(addresses, func(a string) bool { return l.nodes.known[a] != 0 }), nil
}
