package store

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// IndexStatus says how far the lexical index of a store is sealed.
type IndexStatus struct {
	Revisions int64       `json:"revisions"`
	Sealed    int64       `json:"sealed"`   // revisions in sealed segments
	Unsealed  int64       `json:"unsealed"` // revisions that are indexed plainly
	Segments  int64       `json:"segments"` // sealed ones
	Touched   int64       `json:"touched"`  // sealed revisions that later loads changed
	Expired   int64       `json:"expired"`  // segments whose strings describe the past
	Tables    []TableSize `json:"tables"`
	Due       []Due       `json:"due"` // empty when there is nothing to do
}

// TableSize is the size of a table of the index.
type TableSize struct {
	Table   string `json:"table"`
	Rows    int64  `json:"rows"`  // as last counted by the server; -1: never
	Bytes   int64  `json:"bytes"` // without its indexes
	Indexes int64  `json:"index_bytes"`
}

// Due is work that would make queries faster.
type Due struct {
	Reason  string `json:"reason"`
	Command string `json:"command"`
}

// ReadIndexStatus reads where the index stands and changes nothing.
func ReadIndexStatus(ctx context.Context, conn *pgx.Conn) (IndexStatus, error) {
	var s IndexStatus
	err := conn.QueryRow(ctx, `select (select count(*) from sqlq.revision), (select count(*) from sqlq.segment),
		(select count(*) from sqlq.revision where num >= (select coalesce(max(num) + 1, 0) << 14 from sqlq.segment)),
		(select count(*) from sqlq.touched), (select count(*) from sqlq.segment where valid_to <= clock_timestamp())`).
		Scan(&s.Revisions, &s.Segments, &s.Unsealed, &s.Touched, &s.Expired)
	if err != nil {
		return s, fmt.Errorf("reading the state of the index: %w", err)
	}
	s.Sealed = s.Revisions - s.Unsealed
	rows, err := conn.Query(ctx, `select c.relname::text, c.reltuples::bigint, pg_table_size(c.oid), pg_indexes_size(c.oid)
		from unnest('{posting,plane,sparse,mixed,segment,segment_live,segment_past,segment_varied,segment_time,segment_project,segment_classes,touched}'::text[])
		  with ordinality t (name, place)
		join pg_class c on c.relnamespace = to_regnamespace('sqlq') and c.relname = t.name
		order by t.place`)
	if err != nil {
		return s, err
	}
	s.Tables, err = pgx.CollectRows(rows, pgx.RowToStructByPos[TableSize])
	s.Due = s.due()
	return s, err
}

func (s IndexStatus) due() []Due {
	due := []Due{}
	if s.Unsealed >= restRevisions {
		due = append(due, Due{fmt.Sprintf("revisions that are not sealed: %d", s.Unsealed), "sqlq index seal"})
	}
	switch {
	case foldDue(int(s.Touched), int(s.Sealed)):
		due = append(due, Due{fmt.Sprintf("sealed revisions that have changed: %d", s.Touched), "sqlq index fold"})
	case s.Expired > 0:
		due = append(due, Due{fmt.Sprintf("segments that time has passed by: %d", s.Expired), "sqlq index fold"})
	}
	return due
}
