package store

import (
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sqlq-dev/sqlq/provider"
)

// history is what a segment's strings for any time are made from.
type history struct {
	segment int32
	created [provider.Segment]int64 // microseconds since 1970
	ended   [provider.Segment]int64 // never: still selected
	states  [provider.Segment][2]int16
	live    [provider.Segment]uint8 // stretches in sqlq.live, 2 for more
	used    [provider.Segment]bool
	oldest  int64
	varied  [][]any
}

// times writes anew the strings that judge revisions of the segments as of any
// time: when each was created and ceased to be selected, and its state.
func (l *loader) times(segments []int32) error {
	for _, sql := range []string{
		"delete from sqlq.segment_past where segment = any($1::int[])",
		"delete from sqlq.segment_varied where segment = any($1::int[])",
		"delete from sqlq.segment_time where segment = any($1::int[])",
	} {
		if err := l.exec(sql, segments); err != nil {
			return err
		}
	}
	for _, segment := range segments {
		h, err := l.history(segment)
		if err == nil {
			err = h.write(l)
		}
		if err != nil {
			return fmt.Errorf("writing the times of segment %d: %w", segment, err)
		}
	}
	return nil
}

// history reads a segment's revisions and their stretches.
func (l *loader) history(segment int32) (*history, error) {
	h := &history{segment: segment, oldest: never}
	rows, err := l.tx.Query(l.ctx, `select r.num & 16383, r.created_at, l.valid_from, l.valid_to, l.state, l.trust
		from sqlq.revision r
		left join sqlq.live l on l.revision = r.num
		where r.num between $1::int << 14 and ($1::int << 14) + 16383`, segment)
	if err != nil {
		return nil, err
	}
	var place int32
	var created instant
	var from, to pgtype.Timestamptz
	var state, trust *int16
	_, err = pgx.ForEachRow(rows, []any{&place, &created, &from, &to, &state, &trust}, func() error {
		h.created[place], h.used[place] = int64(created), true
		h.oldest = min(h.oldest, int64(created))
		if state == nil {
			return nil
		}
		h.varied = append(h.varied, []any{segment, int16(place), from, to, *state, *trust})
		return h.stretch(int(place), to, [2]int16{*state, *trust})
	})
	return h, err
}

// stretch adds one stretch of time of a revision.
func (h *history) stretch(place int, to pgtype.Timestamptz, states [2]int16) error {
	var end instant
	if err := end.ScanTimestamptz(to); err != nil {
		return err
	}
	if h.live[place] == 0 || int64(end) > h.ended[place] {
		h.ended[place] = int64(end)
	}
	h.live[place] = min(h.live[place]+1, 2)
	h.states[place] = states
	return nil
}

// write copies the rows of one segment.
func (h *history) write(l *loader) error {
	unit := h.unit()
	if err := l.exec("update sqlq.segment set unit = $2::bigint where num = $1::int", h.segment, unit); err != nil {
		return err
	}
	keep := h.varied[:0]
	for _, row := range h.varied {
		if h.live[row[1].(int16)] > 1 {
			keep = append(keep, row)
		}
	}
	for _, c := range []struct {
		table   string
		columns []string
		rows    [][]any
	}{
		{"segment_varied", []string{"segment", "place", "valid_from", "valid_to", "state", "trust"}, keep},
		{"segment_past", []string{"segment", "state", "trust", "bits"}, h.past()},
		{"segment_time", []string{"segment", "what", "place", "bits"}, append(h.digits("created", unit), h.digits("ended", unit)...)},
	} {
		if _, err := l.tx.CopyFrom(l.ctx, pgx.Identifier{"sqlq", c.table}, c.columns, pgx.CopyFromRows(c.rows)); err != nil {
			return err
		}
	}
	return nil
}
