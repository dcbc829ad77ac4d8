package store

import (
	_ "embed"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// The strings of a segment are right for the moment they were written at. A later
// load does not rewrite them for each revision that it changes, it writes the
// revision down as touched; queries judge that one by its rows in sqlq.live. When
// many are touched, or when time has passed a change that was known before, the
// strings are written anew: this is called folding.

// Folding is due from so many touched revisions on, or from this part of all that
// are sealed: each costs every query a look at sqlq.live.
const (
	manyTouched = 4096
	partTouched = 20
)

//go:embed sql/was_live.sql
var wasLiveSQL string

//go:embed sql/touched.sql
var touchedSQL string

//go:embed sql/fold.sql
var foldSQL string

// ifSealed runs a statement that has nothing to do while nothing is sealed.
func (l *loader) ifSealed(sql string) error {
	if l.stage.Sealed == 0 {
		return nil
	}
	return l.exec(sql)
}

// foldDue tells whether so many touched revisions are worth a fold.
func foldDue(touched, sealed int) bool {
	return touched > manyTouched || touched*partTouched > sealed
}

// fold writes the strings of segments anew where that is due.
func (l *loader) fold() error {
	var touched int
	if err := l.tx.QueryRow(l.ctx, "select count(*) from sqlq.touched").Scan(&touched); err != nil {
		return err
	}
	return l.foldSegments(foldDue(touched, l.stage.Sealed))
}

// foldSegments folds the segments whose time is over and those with touched
// revisions, if that is wanted.
func (l *loader) foldSegments(touched bool) error {
	rows, err := l.tx.Query(l.ctx, foldSQL, l.now, touched)
	if err != nil {
		return err
	}
	nums, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil || len(nums) == 0 {
		return err
	}
	if err := l.exec("delete from sqlq.segment_live where segment = any($1)", nums); err != nil {
		return err
	}
	if err := l.strings(nums); err != nil {
		return err
	}
	if err := l.exec("delete from sqlq.touched where revision >> 14 = any($1)", nums); err != nil {
		return fmt.Errorf("folding: %w", err)
	}
	l.upkeep.Folded += int64(len(nums))
	return nil
}
