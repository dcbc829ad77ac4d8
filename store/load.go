package store

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/provider"
)

// Options steers a load.
type Options struct {
	// Source names the input in errors; "standard input" when empty.
	Source string

	// KeepGoing puts bad records aside instead of refusing the whole input.
	KeepGoing bool

	// Reject takes the records put aside, one JSON object a line: line, field,
	// reason, record. Nil drops them; they are counted all the same.
	Reject io.Writer

	// Progress is called now and then with the bytes and lines read so far.
	Progress func(bytes, lines int64)

	// Index takes the texts of new revisions. Nil writes no lexical index.
	Index provider.Index

	// Plain leaves the index as it is first written and seals no segment.
	Plain bool
}

// Report counts what a load did.
type Report struct {
	Lines           int64 `json:"lines"`
	Bytes           int64 `json:"bytes"`
	Objects         int64 `json:"objects"`
	Revisions       int64 `json:"revisions"`
	Representations int64 `json:"representations"`
	Derivations     int64 `json:"derivations"`
	Entities        int64 `json:"entities"`
	Edges           int64 `json:"edges"`
	Changed         int64 `json:"changed"`   // entities and edges that were updated
	Unchanged       int64 `json:"unchanged"` // records that were stored already
	Rejected        int64 `json:"rejected"`  // bad records put aside
}

// Load reads NDJSON records in any order and adds them in one transaction:
// all of them or, with KeepGoing, all good ones. Records that are stored already
// are passed over, so the same input again changes nothing. A written revision
// that comes with other content is refused with its id (M1). The lexical index
// and the derived relations are kept in the same transaction.
//
// Memory is bounded by a few batches, 64 MB of node numbers and about 150 bytes for
// each derivation whose state the load may change, not by the size of the input.
func Load(ctx context.Context, conn *pgx.Conn, in io.Reader, opt Options) (Report, error) {
	if opt.Source == "" {
		opt.Source = "standard input"
	}
	// READ COMMITTED whatever the default: a load waits for the one before it and
	// must then see what that has written.
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return Report{}, fmt.Errorf("beginning the load: %w", err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // after a commit there is nothing to undo
	l := &loader{ctx: ctx, tx: tx, opt: opt}
	defer l.indexing.Wait()
	if err := l.run(in); err != nil {
		return l.report, err
	}
	if err := tx.Commit(ctx); err != nil {
		return l.report, fmt.Errorf("committing the load: %w", err)
	}
	return l.report, nil
}

// loader is one load under way.
type loader struct {
	ctx    context.Context
	tx     pgx.Tx
	opt    Options
	report Report
	batch  batch
	stage  provider.Stage
	now    time.Time // of the strings of segments
	upkeep Upkeep
	before int // number of the last revision from before
	nodes  nodes

	indexing sync.WaitGroup // work on the index that goes on beside
}

//go:embed sql/begin.sql
var beginSQL string

func (l *loader) run(in io.Reader) error {
	if err := l.exec(beginSQL); err != nil {
		return fmt.Errorf("preparing the load: %w", err)
	}
	if err := l.begin(); err != nil {
		return fmt.Errorf("reading what is stored: %w", err)
	}
	if err := l.read(in); err != nil {
		return err
	}
	if err := l.drain(); err != nil {
		return err
	}
	if l.opt.Index == nil {
		return l.derive()
	}
	l.indexing.Wait()
	l.indexing.Go(l.opt.Index.Prepare)
	if err := l.derive(); err != nil {
		return err
	}
	l.indexing.Wait()
	return l.finishIndex()
}

// begin reads where the numbers of revisions and nodes stand.
func (l *loader) begin() error {
	if err := l.tx.QueryRow(l.ctx, "select revision from sqlq_before").Scan(&l.before); err != nil {
		return err
	}
	if err := l.readStage(); err != nil {
		return err
	}
	return l.beginNodes()
}

// read decodes lines in one goroutine and writes batches in this one, so that
// both cores of client and server stay busy.
func (l *loader) read(in io.Reader) error {
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	bundles := make(chan []parsed, 8) // more than a batch, so that the next one is read meanwhile
	var readErr error
	go func() {
		defer close(bundles)
		readErr = scan(ctx, in, l.opt.KeepGoing, bundles)
	}()
	for bundle := range bundles {
		for _, p := range bundle {
			if err := l.take(p); err != nil {
				cancel()
				for range bundles { // let the reader see that it is over
				}
				return err
			}
		}
	}
	if readErr != nil {
		return &InputError{Source: l.opt.Source, Err: readErr}
	}
	return l.flush()
}

// take adds one line to the batch and writes the batch when it is full.
func (l *loader) take(p parsed) error {
	l.report.Lines, l.report.Bytes = p.line, p.offset
	if l.opt.Progress != nil && p.line%1024 == 0 {
		l.opt.Progress(p.offset, p.line)
	}
	if p.err != nil {
		return l.reject(p.origin, p.err)
	}
	l.batch.add(p)
	if l.batch.full() {
		return l.flush()
	}
	return nil
}

// flush writes the batch: what others refer to comes first.
func (l *loader) flush() error {
	b := l.batch
	l.batch = batch{}
	l.nodes.nextBatch()
	for _, step := range []func(*batch) error{l.objects, l.entities, l.revisions, l.derivations, l.edges} {
		if err := step(&b); err != nil {
			return err
		}
	}
	return nil
}

// reject puts a record aside, or ends the load with the error that names it.
func (l *loader) reject(o origin, err error) error {
	record := &RecordError{Source: l.opt.Source, Line: o.line, Reason: err.Error()}
	var field *fieldError
	if errors.As(err, &field) {
		record.Field, record.Reason = field.field, field.reason
	}
	if !l.opt.KeepGoing {
		return record
	}
	l.report.Rejected++
	if l.opt.Reject == nil {
		return nil
	}
	if err := writeReject(l.opt.Reject, record, o.raw); err != nil {
		return fmt.Errorf("writing the reject file: %w", err)
	}
	return nil
}

func (l *loader) exec(sql string, args ...any) error {
	if len(args) == 0 {
		_, err := l.tx.Conn().PgConn().Exec(l.ctx, sql).ReadAll()
		return err
	}
	_, err := l.tx.Exec(l.ctx, sql, args...)
	return err
}
