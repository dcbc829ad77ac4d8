package store

import (
	_ "embed"
	"fmt"

	"github.com/sqlq-dev/sqlq/provider"
)

// Sealing turns full segments of the lexical index into strings of bits. The
// index writes its own part; here is when that is due, and the strings of what
// the store knows of revisions. A segment is sealed by its row in sqlq.segment,
// which is written in the same transaction: readers see it plain or sealed.

// restRevisions is how many revisions make an incomplete segment worth sealing
// at the end of a load: scoring them plainly would cost a query more than all
// sealed segments of a small store.
const restRevisions = provider.Segment / 2

// oldSegments is how many segments that earlier loads left a load seals beside
// its own: more, as after an upgrade, is left to sqlq index seal.
const oldSegments = 16

//go:embed sql/segments.sql
var segmentsSQL string

//go:embed sql/segment_live.sql
var segmentLiveSQL string

//go:embed sql/segment_project.sql
var segmentProjectSQL string

//go:embed sql/segment_classes.sql
var segmentClassesSQL string

// readStage reads how far the index had come before this load.
func (l *loader) readStage() error {
	err := l.tx.QueryRow(l.ctx, `select (select coalesce(max(num) + 1, 0) from sqlq.segment), (select revision + 1 from sqlq_before)`).
		Scan(&l.stage.Sealed, &l.stage.From)
	if err != nil {
		return fmt.Errorf("reading how far the index is sealed: %w", err)
	}
	l.stage.Sealed *= provider.Segment
	// A segment that was sealed incomplete stays so.
	l.stage.From = max(l.stage.From, l.stage.Sealed)
	l.stage.To, l.stage.Rest = l.stage.From, restRevisions
	l.stage.Seal = !l.opt.Plain && l.stage.From-l.stage.Sealed < oldSegments*provider.Segment
	return nil
}

// finishIndex writes what is left of the index and the strings of the segments
// that were sealed, or whose strings have become wrong for many revisions.
func (l *loader) finishIndex() error {
	l.stage.Last = true
	if err := l.flushIndex(); err != nil {
		return err
	}
	if err := l.readClock(); err != nil {
		return err
	}
	if err := l.seal(l.stage.Sealed/provider.Segment, l.stage.Bound()/provider.Segment); err != nil {
		return err
	}
	return l.fold()
}

// readClock reads the time for which strings are written, once.
func (l *loader) readClock() error {
	return l.tx.QueryRow(l.ctx, "select clock_timestamp()").Scan(&l.now)
}

// seal writes what makes segments from lo until before hi sealed ones.
func (l *loader) seal(lo, hi int) error {
	if lo == hi {
		return nil
	}
	l.upkeep.Sealed += int64(hi - lo)
	nums := make([]int32, 0, hi-lo)
	for n := lo; n < hi; n++ {
		nums = append(nums, int32(n))
	}
	if err := l.strings(nums); err != nil {
		return err
	}
	for _, sql := range []string{segmentProjectSQL, segmentClassesSQL} {
		if err := l.exec(sql, nums); err != nil {
			return fmt.Errorf("sealing segments: %w", err)
		}
	}
	return nil
}

// strings writes what of segments changes with time.
func (l *loader) strings(nums []int32) error {
	for _, sql := range []string{segmentsSQL, segmentLiveSQL} {
		if err := l.exec(sql, nums, l.now); err != nil {
			return fmt.Errorf("writing which revisions of segments are live: %w", err)
		}
	}
	return l.times(nums)
}
