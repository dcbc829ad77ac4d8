package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/batch"
	"github.com/sqlq-dev/sqlq/schema"
)

// errBatchTime is the end of the time of --timeout.
var errBatchTime = errors.New("the time of --timeout is over")

// runBatch answers the tasks and tells how it went.
func (a *app) runBatch(ctx context.Context, p *batchPlan, in *batchInput, out *batchOutput, held *sqlq.OpenedBatch) error {
	run, cancel := context.WithCancel(ctx)
	defer cancel()
	if p.timeout > 0 {
		run, cancel = context.WithTimeoutCause(run, p.timeout, errBatchTime)
		defer cancel()
	}
	skipped := out.state.Tasks
	bar := a.newTaskBar(max(in.total-skipped, -1))
	report, err := held.Run(run, in.from(run, p, held, out.state), func(r sqlq.Result) error {
		bar.step()
		return out.take(&r)
	})
	bar.end()
	if err == nil {
		err = out.finish()
	} else {
		err = errors.Join(err, out.leave())
	}
	if a.out.err == nil || a.out.problem() != nil { // else the reader has seen enough
		a.summarise(report, skipped)
	}
	if err != nil {
		if p.keeps() && out.state.Tasks > 0 {
			a.say("note: %s done; go on with --resume", areDone(out.state.Tasks))
		}
		return p.early(err, out.state)
	}
	return exitFor(out.state.Failed)
}

func areDone(n int64) string {
	if n == 1 {
		return "1 task is"
	}
	return fmt.Sprintf("%d tasks are", n)
}

// early words the error of a batch that has ended before its tasks have.
func (p *batchPlan) early(err error, done batch.State) error {
	var columns *batch.ColumnsError
	switch {
	case errors.As(err, &columns):
		return usagef("name the columns: select … as id, … as query", "--tasks-sql: %s", columns)
	case errors.Is(err, batch.ErrOtherTasks):
		return usagef("give the same tasks as the first time, in the same order; rows of --tasks-sql need an order by",
			"the tasks do not begin with the %d that are done", done.Tasks)
	case errors.Is(err, errBatchTime):
		return &sqlq.Error{Code: "batch_timeout", Message: fmt.Sprintf("the batch took longer than --timeout %s and was ended", p.timeout)}
	}
	return err
}

// summary is how a batch went, for programs.
type summary struct {
	Now       string  `json:"now"`
	Tasks     int64   `json:"tasks"` // of this run
	OK        int64   `json:"ok"`
	Failed    int64   `json:"failed"`
	Skipped   int64   `json:"skipped"` // done in an earlier run
	Empty     int64   `json:"empty"`
	Truncated int64   `json:"truncated"`
	Items     int64   `json:"items"`
	Tokens    int64   `json:"tokens"`
	Seconds   float64 `json:"seconds"`
	Rate      float64 `json:"rate"` // tasks a second
}

// summarise tells how a batch went.
func (a *app) summarise(r sqlq.BatchReport, skipped int64) {
	s := summary{
		Now: schema.FormatTime(r.Now), Tasks: r.Tasks, OK: r.Tasks - r.Failed, Failed: r.Failed, Skipped: skipped, Empty: r.Empty,
		Truncated: r.Truncated, Items: r.Items, Tokens: r.Tokens, Seconds: r.Took.Seconds(),
	}
	if s.Seconds > 0 {
		s.Rate = float64(r.Tasks) / s.Seconds
	}
	if a.json {
		json.NewEncoder(a.err).Encode(map[string]summary{"summary": s}) //nolint:errcheck // there is nowhere to tell
		return
	}
	text := []string{fmt.Sprintf("%s in %s: %d ok, %d failed", counted(int(s.Tasks), "task"), r.Took.Round(time.Millisecond), s.OK, s.Failed)}
	if skipped > 0 {
		text = append(text, fmt.Sprintf("%d skipped, done before", skipped))
	}
	text = append(text, fmt.Sprintf("%.1f a second", s.Rate), fmt.Sprintf("%d tokens in %s", s.Tokens, counted(int(s.Items), "item")),
		"T "+s.Now)
	a.say("%s", strings.Join(text, "; "))
}
