package store

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/schema"
)

// derivations adds the derivations that are new. Those whose revision has not
// been seen wait.
func (l *loader) derivations(b *batch) error {
	if len(b.derivations) == 0 {
		return nil
	}
	nums, err := l.revisionNums(b.derivations)
	if err != nil {
		return err
	}
	var later []origin
	var revisions []int
	var objects, relations, sources, addresses []string
	var pins []*int
	for _, d := range b.derivations {
		num, ok := nums[revisionKey{d.record.Object, d.record.Rev}]
		switch {
		case ok:
			revisions, objects = append(revisions, num), append(objects, d.record.Object)
			relations, sources = append(relations, d.record.Relation), append(sources, d.record.Source)
			pins = append(pins, d.record.SourceRev)
			addresses = append(addresses, schema.NodeAddress(d.record.Object))
			if strings.HasPrefix(d.record.Source, schema.ObjectScheme) {
				addresses = append(addresses, d.record.Source)
			}
		case b.last:
			err := wrong("object", "no revision record writes %s", schema.ObjectAddress(d.record.Object, d.record.Rev))
			if err := l.reject(d.origin, err); err != nil {
				return err
			}
		default:
			later = append(later, d.origin)
		}
	}
	if err := l.wait(later); err != nil {
		return err
	}
	if err := l.number(addresses); err != nil {
		return err
	}
	nodes := make([]int32, len(objects))
	for i, id := range objects {
		nodes[i] = l.nodes.known[schema.NodeAddress(id)]
	}
	var added int64
	err = l.tx.QueryRow(l.ctx, `with given as (
		select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[])
			g (revision, object, relation, source, source_rev, node)
	), added as (
		insert into sqlq.derivation (revision, relation, source, source_rev)
		select revision, relation, source, source_rev from given
		on conflict do nothing returning revision
	), touched as (
		insert into sqlq_touched (num, object) select distinct g.node, g.object from added a join given g using (revision)
	) select count(*) from added`, revisions, objects, relations, sources, pins, nodes).Scan(&added)
	if err != nil {
		return fmt.Errorf("writing derivations: %w", err)
	}
	l.report.Derivations += added
	l.report.Unchanged += int64(len(revisions)) - added
	return nil
}

// revisionNums finds the numbers of the derived revisions.
func (l *loader) revisionNums(in []from[Derivation]) (map[revisionKey]int, error) {
	ids, revs := make([]string, len(in)), make([]int, len(in))
	for i, d := range in {
		ids[i], revs[i] = d.record.Object, d.record.Rev
	}
	rows, err := l.tx.Query(l.ctx, `select r.object, r.rev, r.num
		from (select distinct id, rev from unnest($1::text[], $2::int[]) k (id, rev)) k
		cross join lateral (select r.object, r.rev, r.num from sqlq.revision r
			where r.object = k.id and r.rev = k.rev limit 1) r`, ids, revs)
	if err != nil {
		return nil, err
	}
	nums := map[revisionKey]int{}
	var key revisionKey
	var num int
	_, err = pgx.ForEachRow(rows, []any{&key.object, &key.rev, &num}, func() error {
		nums[key] = num
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("finding derived revisions: %w", err)
	}
	return nums, nil
}
