package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
)

// after is shown when the file is read and the server still works on it.
const after = "indexing …"

// settled is when a rate means something: one made of the first few milliseconds
// does not.
const settled = 600 * time.Millisecond

// late writes nothing before its time.
type late struct {
	w    io.Writer
	from time.Time
}

func (l *late) Write(p []byte) (int, error) {
	if time.Now().Before(l.from) {
		return len(p), nil
	}
	return l.w.Write(p)
}

// bar shows how far a load is: bytes, rate and time left. Away from a terminal
// it is silent.
type bar struct {
	bar  *progressbar.ProgressBar // nil: silent
	out  io.Writer
	done bool // nothing is shown any more
}

// newBar makes a bar for a file; its size is -1 when it is not known.
func (a *app) newBar(label string, size int64) *bar {
	return a.newCounter(plain(label), size, progressbar.OptionShowBytes(true),
		progressbar.OptionOnCompletion(func() { fmt.Fprint(a.err, "\r"+after) }))
}

// newCount makes a bar for things that are counted; show sets it.
func (a *app) newCount(label string) *bar {
	return a.newCounter(label, -1)
}

// newTaskBar makes a bar for the tasks of a batch; total is -1 when their number
// is not known. step moves it.
func (a *app) newTaskBar(total int64) *bar {
	return a.newCounter("tasks", total, progressbar.OptionSetItsString("tasks"), progressbar.OptionShowIts())
}

func (a *app) newCounter(label string, total int64, more ...progressbar.Option) *bar {
	b := &bar{out: a.err}
	if !isTerminal(a.err) || a.verbose {
		return b
	}
	b.bar = progressbar.NewOptions64(total, append(more,
		progressbar.OptionSetWriter(&late{w: a.err, from: time.Now().Add(settled)}),
		progressbar.OptionSetDescription(label),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionFullWidth(),
	)...)
	return b
}

// show moves a bar of newCount.
func (b *bar) show(done, total int64) {
	if b.bar != nil {
		b.bar.ChangeMax64(total)
		b.bar.Set64(done) //nolint:errcheck // a bar that cannot be drawn is no loss
	}
}

// step counts a task that is done.
func (b *bar) step() {
	if b.bar != nil && !b.done {
		b.bar.Add(1) //nolint:errcheck // a bar that cannot be drawn is no loss
	}
}

// Write counts what was read from the file.
func (b *bar) Write(p []byte) (int, error) {
	if b.bar != nil && !b.done {
		b.bar.Add(len(p)) //nolint:errcheck // a bar that cannot be drawn is no loss
	}
	return len(p), nil
}

// end takes the bar away.
func (b *bar) end() {
	b.done = true
	if b.bar != nil {
		b.bar.Clear() //nolint:errcheck // likewise
		fmt.Fprint(b.out, "\r"+strings.Repeat(" ", len(after))+"\r")
	}
}
