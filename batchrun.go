package sqlq

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// ahead is how many tasks a connection may be ahead of the sink. It bounds the
// memory of a batch, and is enough for a slow task not to stop the others.
const ahead = 16

// batchRun is one run of a batch.
type batchRun struct {
	*OpenedBatch
	ctx    context.Context
	stop   context.CancelCauseFunc
	jobs   int
	work   chan *slot // to whoever is free
	order  chan *slot // to the sink
	broken error      // what ended the tasks; read when order is closed
	group  sync.WaitGroup
	alive  atomic.Int32 // connections that answer tasks, or are about to
}

// slot is a task with the place for its result.
type slot struct {
	result Result
	done   chan struct{}
}

// Run answers tasks; see DB.Batch. A batch may be run several times, one after
// the other: all see the same state. When it ends early, it does not wait for a
// task that is being read at the moment.
func (b *OpenedBatch) Run(ctx context.Context, tasks Tasks, sink func(Result) error) (BatchReport, error) {
	started := time.Now()
	r := &batchRun{OpenedBatch: b, jobs: b.opt.Jobs, work: make(chan *slot)}
	if r.jobs <= 0 {
		r.jobs = runtime.GOMAXPROCS(0)
	}
	r.order = make(chan *slot, r.jobs*ahead)
	r.ctx, r.stop = context.WithCancelCause(ctx)
	go r.read(tasks)
	report := BatchReport{Now: b.now}
	err := r.deliver(&report, sink)
	r.stop(err)
	r.group.Wait()
	report.Took = time.Since(started)
	return report, err
}

// deliver hands results to the sink in the order of the tasks.
func (r *batchRun) deliver(report *BatchReport, sink func(Result) error) error {
	for {
		s, err := r.next()
		if s == nil {
			return err
		}
		report.count(&s.result)
		if err := sink(s.result); err != nil {
			return err
		}
		if limit := int64(r.opt.MaxErrors); limit > 0 && report.Failed >= limit {
			return tooManyErrors(report.Failed, s.result.Err)
		}
	}
}

// next waits for the next result; nil is the end.
func (r *batchRun) next() (*slot, error) {
	select {
	case s, more := <-r.order:
		if !more {
			return nil, r.broken
		}
		select {
		case <-s.done:
			return s, nil
		case <-r.ctx.Done():
		}
	case <-r.ctx.Done():
	}
	return nil, context.Cause(r.ctx)
}

// read hands the tasks out, and opens connections as long as none is free.
func (r *batchRun) read(tasks Tasks) {
	defer close(r.order)
	defer close(r.work)
	number, started := int64(0), 0
	for task, err := range tasks {
		var end *TasksError
		if errors.As(err, &end) {
			r.broken = end
			return
		}
		number++
		s := &slot{Result{Task: task, Number: number, Err: err}, make(chan struct{})}
		if !r.send(r.order, s) {
			return
		}
		if err != nil {
			close(s.done)
			continue
		}
		if started < r.jobs {
			select {
			case r.work <- s:
				continue
			default:
				started++
				r.alive.Add(1)
				r.group.Go(r.serve)
			}
		}
		if !r.send(r.work, s) {
			return
		}
	}
}

func (r *batchRun) send(to chan<- *slot, s *slot) bool {
	select {
	case to <- s:
		return true
	case <-r.ctx.Done():
		return false
	}
}

// receive waits for a task; nil is the end.
func (r *batchRun) receive() *slot {
	select {
	case s := <-r.work:
		return s
	case <-r.ctx.Done():
		return nil
	}
}

// serve answers tasks on one connection, in one transaction.
func (r *batchRun) serve() {
	w, err := r.hire()
	if err != nil {
		r.stop(err)
		return
	}
	if w == nil {
		return
	}
	defer hangUp(w.tx)
	for s := r.receive(); s != nil; s = r.receive() {
		started := time.Now()
		s.result.Bundle, s.result.Err = w.answer(s.result.Query)
		s.result.Took = time.Since(started)
		if err := w.fatal(s.result.Err); err != nil {
			r.stop(err)
			return
		}
		close(s.done)
	}
}
