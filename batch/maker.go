package batch

import (
	"fmt"
	"strconv"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// Names of the fields of a task that have a meaning of their own.
const (
	fieldID    = "id"
	fieldQuery = "query"
)

// Maker makes tasks from records. The zero value takes the text of the query
// from the field query.
type Maker struct {
	// Template, when it is there, is filled with the fields of each record.
	Template *query.Template
	// Change, when it is there, changes each query, as flags do.
	Change func(query.Context) (query.Context, error)
}

// TaskError is what is wrong with the record of a task.
type TaskError struct {
	Code    string // stable word
	Message string
	Hint    string // what to do
}

func (e *TaskError) Error() string { return e.Message }

func badTask(hint, format string, args ...any) error {
	return &TaskError{Code: "bad_task", Message: fmt.Sprintf(format, args...), Hint: hint}
}

// needed lists the fields that a record must have.
func (m Maker) needed() []string {
	if m.Template == nil {
		return []string{fieldQuery}
	}
	return m.Template.Variables()
}

// checkColumns refuses columns with which no task could be made.
func (m Maker) checkColumns(columns []string) error {
	have := map[string]bool{}
	for _, c := range columns {
		if have[c] {
			return fmt.Errorf("there are two columns %q", c)
		}
		have[c] = true
	}
	for _, name := range m.needed() {
		if !have[name] {
			return fmt.Errorf("there is no column %q; the columns are %q", name, columns)
		}
	}
	return nil
}

// task makes a task of the fields of a record. A record without id is called by
// its line.
func (m Maker) task(line int64, fields map[string]string) (sqlq.Task, error) {
	task := sqlq.Task{ID: fields[fieldID], Line: line}
	if task.ID == "" {
		task.ID = strconv.FormatInt(line, 10)
	}
	var err error
	if m.Template != nil {
		task.Query, err = m.Template.Fill(fields)
	} else if text, ok := fields[fieldQuery]; ok {
		task.Query, err = sqlq.ParseContext(text)
	} else {
		err = badTask(`give it as {"id":"…","query":"CONTEXT FOR …"}`, "the task has no text in the field query")
	}
	if err == nil && m.Change != nil {
		task.Query, err = m.Change(task.Query)
	}
	return task, err
}
