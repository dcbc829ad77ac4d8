package sqlq

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// Task is one query of a batch.
type Task struct {
	ID    string // the caller's name for it; it need not be the only one of that name
	Line  int64  // where it stands in its input, from 1; 0 when that is not known
	Query query.Context
}

// Tasks is the input of a batch. It is read as the batch goes on, never far
// ahead. An error beside a task means that this one cannot be run: it fails, and
// the batch goes on. A *TasksError means that there is no more to read.
type Tasks = iter.Seq2[Task, error]

// TasksError ends a batch whose input cannot be read on.
type TasksError struct{ Err error }

func (e *TasksError) Error() string { return "reading the tasks: " + e.Err.Error() }

func (e *TasksError) Unwrap() error { return e.Err }

// ParseTask makes a task from the text of a query. The error is that of
// ParseContext; it comes with the task, so that both can be handed on.
func ParseTask(id, text string) (Task, error) {
	q, err := ParseContext(text)
	return Task{ID: id, Query: q}, err
}

// Result is what became of a task.
type Result struct {
	Task
	Number int64         // place among the tasks, from 1
	Bundle packer.Bundle // when Err is nil
	Err    error         // as DB.Bundle fails, or what came beside the task
	Took   time.Duration // of the answer alone, without waiting for its turn
}

// BatchOptions say how a batch is to be run. The zero value takes the server's
// clock and a connection for each core.
type BatchOptions struct {
	// Now fixes the evaluation time; nil reads the server's clock once, for all
	// tasks.
	Now *time.Time

	// Jobs is how many tasks are answered at once, each on a connection of its
	// own; 0 is one for each core that Go may use.
	Jobs int

	// MaxErrors ends the batch with the failure of that many tasks; 0 is never.
	MaxErrors int
}

// BatchReport says how a batch went.
type BatchReport struct {
	Now       time.Time     // T of all tasks
	Tasks     int64         // that were answered, well or not
	Failed    int64         // of them
	Empty     int64         // bundles without any item
	Truncated int64         // bundles that left out something relevant (QS13)
	Items     int64         // in all bundles
	Tokens    int64         // likewise
	Took      time.Duration // of the whole batch
}

// count enters a result.
func (r *BatchReport) count(result *Result) {
	r.Tasks++
	if result.Err != nil {
		r.Failed++
		return
	}
	m := result.Bundle.Metadata
	if len(result.Bundle.Items) == 0 {
		r.Empty++
	}
	if m.Truncated {
		r.Truncated++
	}
	r.Items += int64(len(result.Bundle.Items))
	r.Tokens += int64(m.Budget.Used)
}

// Batch answers many tasks, all at one evaluation time and all from one state
// of the database, on several connections. Each bundle is the one that
// DB.Bundle gives at that time over that state. The results come in the order of
// the tasks, one call of sink at a time; while sink is busy no more than a few
// tasks are answered ahead. A task that fails is a result with an error. The
// batch ends early, with an error, when sink fails, when the context ends, when
// the server is lost, when tasks give a *TasksError, and with MaxErrors; the
// results before that have been handed out without a gap.
func (db *DB) Batch(ctx context.Context, tasks Tasks, opt BatchOptions, sink func(Result) error) (BatchReport, error) {
	b, err := db.OpenBatch(ctx, opt)
	if err != nil {
		return BatchReport{}, err
	}
	defer b.Close()
	return b.Run(ctx, tasks, sink)
}

// tooManyErrors ends a batch that has come to its MaxErrors.
func tooManyErrors(n int64, last error) error {
	return &Error{
		Code: "too_many_errors", Message: fmt.Sprintf("the batch was ended at its limit of failed tasks, %d", n), Err: last,
		Hint: "mend the tasks, or allow more errors",
	}
}
