package main

import (
	"errors"
	"os"
	"time"

	"github.com/sqlq-dev/sqlq/batch"
)

// prepare reads the journal of a batch that is resumed, and sees that a new one
// writes over nothing.
func (p *batchPlan) prepare(a *app) (*batchOutput, error) {
	o := &batchOutput{plan: p, app: a}
	if p.errors == "" && p.out != "" && !streams(p.out) {
		p.errors = errorsName(p.out)
	}
	if p.resume {
		return o, o.goOn()
	}
	for _, name := range []string{p.out, p.errors} {
		info, err := os.Stat(name)
		switch {
		case name == "" || err != nil || streams(name):
		case info.IsDir():
			return nil, usagef("name a file", "%s is a folder", name)
		case info.Size() > 0:
			return nil, usagef("go on with it with --resume, or name another file, or remove it", "%s is there already", name)
		}
	}
	if p.keeps() {
		if _, err := os.Stat(journalName(p.out)); err == nil {
			return nil, usagef("go on with it with --resume, or remove the file", "%s is there: the batch has been begun", journalName(p.out))
		}
	}
	return o, nil
}

// goOn opens the journal of the batch that is resumed.
func (o *batchOutput) goOn() error {
	p := o.plan
	if !p.keeps() {
		return usagef("only a file can be gone on with", "%s is no file", p.out)
	}
	name := journalName(p.out)
	journal, header, state, err := batch.OpenJournal(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return usagef("run it without --resume; the journal tells what is done, and T", "there is no %s, so no batch to go on with", name)
	case errors.Is(err, batch.ErrBusy), errors.Is(err, batch.ErrOtherJournal):
		return usagef("wait for it, or name another --out", "%s: %s", name, err)
	case err != nil:
		return usagef("see to it that it can be read and written", "%s cannot be used: %s", name, bareCause(err))
	}
	o.journal, o.header, o.state = journal, &header, state
	switch {
	case header.Plan != p.digest:
		return o.refuse("give the same template, statement, format and clauses as the first time", "%s is of another batch", name)
	case p.now != nil && !p.now.Equal(header.Now):
		return o.refuse("leave --now out: the batch keeps its time", "the batch began at --now %s", header.Now.Format(time.RFC3339Nano))
	}
	for file, want := range map[string]int64{p.out: state.Output, p.errors: state.Errors} {
		if info, err := os.Stat(file); want > 0 && (err != nil || info.Size() < want) {
			return o.refuse("begin anew: remove "+p.out+", "+name+" and "+p.errors,
				"%s is shorter than the journal says, or gone", file)
		}
	}
	return nil
}

func (o *batchOutput) refuse(hint, format string, args ...any) error {
	o.abandon()
	return usagef(hint, format, args...)
}
