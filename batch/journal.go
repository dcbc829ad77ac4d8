package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"time"

	"github.com/sqlq-dev/sqlq"
)

// Journal is the file beside an output with which a batch that was killed goes
// on. Its first line is a Header; each further one is a State, which holds as
// soon as its line is whole. So whatever moment the batch is killed at, the last
// whole line says which tasks are done, and how much of the output is theirs.
type Journal struct{ file *os.File }

// Header says what a batch is.
type Header struct {
	Version int       `json:"sqlq_batch"`
	Now     time.Time `json:"now"`   // T of the first run, and so of all
	Plan    string    `json:"plan"`  // digest of what the tasks and the output depend on
	Store   string    `json:"store"` // which store it reads, as sqlq.OpenedBatch.Store says
}

// State is how far a batch is.
type State struct {
	Tasks    int64 `json:"tasks"`  // that are done
	Failed   int64 `json:"failed"` // of them
	Output   int64 `json:"output"` // bytes that belong to them
	Errors   int64 `json:"errors"` // likewise, of the file of errors
	Chain    Chain `json:"chain"`  // of the tasks that are done
	Complete bool  `json:"complete,omitempty"`
}

// journalVersion is that of the form of the journal.
const journalVersion = 1

// ErrOtherJournal is a file that is no journal of this version.
var ErrOtherJournal = errors.New("it is no journal of a batch of this version")

// CreateJournal makes a journal. It fails with os.ErrExist where there is one.
func CreateJournal(name string, h Header) (*Journal, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file}
	h.Version = journalVersion
	if err = lockFile(file); err == nil {
		err = j.line(h)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// OpenJournal reads a journal and goes on with it.
func OpenJournal(name string) (*Journal, Header, State, error) {
	var h Header
	var s State
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, h, s, err
	}
	fail := func(err error) (*Journal, Header, State, error) { return nil, h, s, errors.Join(err, file.Close()) }
	if err := lockFile(file); err != nil {
		return fail(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return fail(err)
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	lines := bytes.Split(bytes.TrimSuffix(whole, []byte("\n")), []byte("\n"))
	if json.Unmarshal(lines[0], &h) != nil || h.Version != journalVersion {
		return fail(ErrOtherJournal)
	}
	if last := len(lines) - 1; last > 0 && json.Unmarshal(lines[last], &s) != nil {
		return fail(ErrOtherJournal)
	}
	if err := file.Truncate(int64(len(whole))); err != nil {
		return fail(err)
	}
	if _, err := file.Seek(int64(len(whole)), 0); err != nil {
		return fail(err)
	}
	return &Journal{file}, h, s, nil
}

// Write notes a state. What it speaks of must have been written before.
func (j *Journal) Write(s State) error { return j.line(s) }

func (j *Journal) line(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// Chain is a digest of the tasks so far, in their order. With it a batch that
// goes on finds out whether its input still begins with the tasks that are done.
type Chain uint64

// Add is the chain with one task more.
func (c Chain) Add(t sqlq.Task) Chain {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d\x00%d\x00%q\x00%s", c, t.Line, t.ID, t.Query.Canonical())
	return Chain(h.Sum64())
}

// MarshalText prints the digits: not every reader of JSON has such large numbers.
func (c Chain) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x", uint64(c)), nil }

// UnmarshalText reads what MarshalText prints.
func (c *Chain) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%x", (*uint64)(c))
	return err
}

// ErrOtherTasks is an input that does not begin with the tasks that are done.
var ErrOtherTasks = errors.New("the tasks are not those of the first run")

// Rest leaves out the tasks that are done. When the input does not begin with
// them, it ends with ErrOtherTasks.
func Rest(tasks sqlq.Tasks, done State) sqlq.Tasks {
	if done.Tasks == 0 {
		return tasks
	}
	return func(yield func(sqlq.Task, error) bool) {
		var n int64
		var chain Chain
		for task, err := range tasks {
			if n++; n > done.Tasks || errors.As(err, new(*sqlq.TasksError)) {
				if !yield(task, err) {
					return
				}
				continue
			}
			chain = chain.Add(task)
			if n == done.Tasks && chain != done.Chain {
				yield(sqlq.Task{}, &sqlq.TasksError{Err: ErrOtherTasks})
				return
			}
		}
		if n < done.Tasks {
			yield(sqlq.Task{}, &sqlq.TasksError{Err: ErrOtherTasks})
		}
	}
}
