package lexical

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/sqlq-dev/sqlq/provider"
)

// sealPlain seals complete segments whose hits stand in sqlq.posting: the rest
// of an earlier load, or all of a store that was never sealed.
func sealPlain(ctx context.Context, tx provider.Session, s provider.Stage) error {
	hi := s.Bound()
	if hi <= s.Sealed {
		return nil
	}
	mixed, err := mixedRevisions(ctx, tx, s.Sealed, hi)
	if err != nil {
		return err
	}
	r := &reader{
		tx: tx, hi: hi, mixed: func(revision int) bool { return mixed[revision] },
		then:  func() error { return tx.Exec(ctx, dropSealed, hi) },
		write: func(g *grouped) error { return g.sealed(ctx, tx, s.Sealed, hi) },
	}
	err = r.read(ctx, "select term, weight, role_class, revisions from sqlq.posting where revisions[1] < $1 order by term", hi)
	if err != nil {
		return fmt.Errorf("sealing plain postings: %w", err)
	}
	return nil
}

// dropSealed removes the plain hits of what is sealed now. Readers see them until
// the commit and do not wait.
const dropSealed = `with gone as (
  delete from sqlq.posting where revisions[1] < $1
  returning term, weight, role_class, revisions
)
insert into sqlq.posting (term, weight, role_class, revisions)
select g.term, g.weight, g.role_class, array(select r from unnest(g.revisions) r where r >= $1 order by r)
from gone g
where g.revisions[cardinality(g.revisions)] >= $1
order by g.term`

// mixedRevisions lists the revisions of a range whose representations are of
// more than one role class.
func mixedRevisions(ctx context.Context, tx provider.Session, lo, hi int) (map[int]bool, error) {
	mixed := map[int]bool{}
	err := tx.Rows(ctx, `select num from sqlq.revision
		where num >= $1 and num < $2 and bit_count(role_classes::bit(64)) > 1`, func(values [][]byte) error {
		mixed[int(binary.BigEndian.Uint32(values[0]))] = true
		return nil
	}, lo, hi)
	if err != nil {
		return nil, fmt.Errorf("reading role classes: %w", err)
	}
	return mixed, nil
}

// gather makes few rows of sqlq.sparse out of many, where segments were sealed a
// few at a time: a row costs more than the numbers in it.
func gather(ctx context.Context, tx provider.Session, s provider.Stage) error {
	lo, hi := toGather(s.Sealed/provider.Segment, s.Bound()/provider.Segment)
	if lo == hi {
		return nil
	}
	from, to := lo*provider.Segment, hi*provider.Segment
	r := &reader{
		tx: tx, hi: all, mixed: func(int) bool { return false },
		then: func() error {
			return tx.Exec(ctx, "delete from sqlq.sparse where revisions[1] >= $1 and revisions[1] < $2", from, to)
		},
		write: func(g *grouped) error { return g.numbers(ctx, tx, 0, all) },
	}
	err := r.read(ctx, `select term, weight, 0::smallint, revisions from sqlq.sparse
		where revisions[1] >= $1 and revisions[1] < $2 order by term`, from, to)
	if err != nil {
		return fmt.Errorf("gathering rows of few revisions: %w", err)
	}
	return nil
}

// toGather picks what to gather after the segments from a until before b were
// sealed: a block of 16, else of 4, that they complete and did not begin.
func toGather(a, b int) (lo, hi int) {
	for _, size := range []int{16, 4} {
		if hi := b / size * size; hi > a && hi-size < a {
			return hi - size, hi
		}
	}
	return 0, 0
}
