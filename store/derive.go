package store

import (
	_ "embed"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sqlq-dev/sqlq/schema"
)

// Steps of the derivation that need no value of ours.
var (
	//go:embed sql/affected.sql
	affectedSQL string
	//go:embed sql/reach.sql
	reachSQL string
	//go:embed sql/stretch.sql
	stretchSQL string
	//go:embed sql/histories.sql
	historiesSQL string
	//go:embed sql/known_states.sql
	knownStatesSQL string
	//go:embed sql/live.sql
	liveSQL string
	//go:embed sql/old_hops.sql
	oldHopsSQL string
	//go:embed sql/adjacent.sql
	adjacentSQL string
)

// derive brings the narrow relations up to date with what was loaded.
func (l *loader) derive() error {
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"finding what has changed", func() error { return l.exec(affectedSQL) }},
		{"finding what depends on it", func() error { return l.ofOld(reachSQL) }},
		{"cutting time into stretches", func() error { return l.exec(stretchSQL) }},
		{"computing dependency states", l.deriveStates},
		{"reading what is sealed", func() error { return l.ifSealed(wasLiveSQL) }},
		{"writing live revisions", func() error { return l.exec(liveSQL) }},
		{"noting what was sealed", func() error { return l.ifSealed(touchedSQL) }},
		{"removing hops", func() error { return l.ofOld(oldHopsSQL) }},
		{"writing hops", func() error { return l.exec(adjacentSQL) }},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	return nil
}

// ofOld executes what concerns revisions from before, if there are any.
func (l *loader) ofOld(sql string) error {
	if l.before == 0 {
		return nil
	}
	return l.exec(sql)
}

func (l *loader) deriveStates() error {
	links, err := l.links()
	if err != nil || len(links) == 0 {
		return err
	}
	versions, err := l.histories()
	if err != nil {
		return err
	}
	known, err := l.knownStates()
	if err != nil {
		return err
	}
	states := newStates(versions, links, known).compute()
	err = l.copyRows("sqlq_state (revision, valid_from, valid_to, state)", len(states), func(out *copyRow, i int) {
		out.columns(4)
		out.int(int(states[i].revision))
		out.timestamptz(states[i].from)
		out.timestamptz(states[i].to)
		out.smallint(int(states[i].state))
	})
	if err != nil {
		return err
	}
	return l.exec("analyze sqlq_state")
}

func (l *loader) links() ([]link, error) {
	rows, err := l.tx.Query(l.ctx, "select object, revision, source, source_rev from sqlq_link")
	if err != nil {
		return nil, err
	}
	var out []link
	var k link
	var pin *int32
	_, err = pgx.ForEachRow(rows, []any{&k.object, &k.revision, &k.source, &pin}, func() error {
		k.pinned = 0
		if pin != nil {
			k.pinned = *pin
		}
		out = append(out, k)
		return nil
	})
	return out, err
}

func (l *loader) histories() (map[int32][]version, error) {
	rows, err := l.tx.Query(l.ctx, historiesSQL)
	if err != nil {
		return nil, err
	}
	out := map[int32][]version{}
	var object int32
	var v version
	var created time.Time
	var declared int
	_, err = pgx.ForEachRow(rows, []any{&object, &v.revision, &v.rev, &created, &v.tombstone, &declared}, func() error {
		v.created, v.declared = created.UnixMicro(), schema.State(declared)
		out[object] = append(out[object], v)
		return nil
	})
	return out, err
}

func (l *loader) knownStates() (map[int32][]span, error) {
	rows, err := l.tx.Query(l.ctx, knownStatesSQL+" order by 1, 2")
	if err != nil {
		return nil, err
	}
	out := map[int32][]span{}
	var object int32
	var from, to instant
	_, err = pgx.ForEachRow(rows, []any{&object, &from, &to}, func() error {
		out[object] = append(out[object], span{int64(from), int64(to)})
		return nil
	})
	return out, err
}

// instant reads a timestamptz that may be infinite.
type instant int64

// ScanTimestamptz lets pgx hand over the value as it is.
func (i *instant) ScanTimestamptz(v pgtype.Timestamptz) error {
	switch v.InfinityModifier {
	case pgtype.Infinity:
		*i = math.MaxInt64
	case pgtype.NegativeInfinity:
		*i = math.MinInt64
	default:
		*i = instant(v.Time.UnixMicro())
	}
	return nil
}
