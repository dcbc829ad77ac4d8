package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/batch"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// batchPlan is a call of batch that can be meant.
type batchPlan struct {
	batchOptions
	file   string // of the tasks; empty: standard input, or the statement
	now    *time.Time
	maker  batch.Maker
	format string
	table  *batch.Table
	digest string // of what the output depends on, beside tasks and database
}

// planBatch refuses what needs no database to be refused.
func (a *app) planBatch(opt batchOptions, args []string) (*batchPlan, error) {
	p := &batchPlan{batchOptions: opt}
	if len(args) == 1 && args[0] != "-" {
		p.file = args[0]
	}
	steps := []func() error{
		func() error { return p.checkTimes() },
		func() error { return a.checkSource(p, len(args) > 0) },
		p.checkOutput,
		p.readTemplate,
		p.checkClauses,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *batchPlan) checkTimes() (err error) {
	for name, d := range map[string]time.Duration{"--task-timeout": p.taskTimeout, "--timeout": p.timeout} {
		if d < 0 || d > maxTimeout {
			return usagef("0 is no limit", "%s takes a time such as 5s, up to %s, not %s", name, maxTimeout, d)
		}
	}
	if p.jobs < 0 || p.maxErrors < 0 {
		return usagef("leave it out, or give it a number from 0 on", "--jobs and --max-errors take no number below 0")
	}
	p.now, err = p.input.at()
	return err
}

// checkSource wants one source of tasks.
func (a *app) checkSource(p *batchPlan, named bool) error {
	switch {
	case p.tasksSQL != "" && named:
		return usagef("leave one of them out", "there are tasks in a file and in --tasks-sql")
	case p.input.flags.Changed("tasks-sql") && strings.TrimSpace(p.tasksSQL) == "":
		return usagef("give it a statement: --tasks-sql 'select id, query from …'", "--tasks-sql is empty")
	case p.tasksSQL != "" && p.from.word != "auto":
		return usagef("leave --from out", "--from is about a file, but the tasks come from --tasks-sql")
	case p.tasksSQL == "" && !named && isTerminal(a.stdin):
		return usagef("name a file, give the tasks on standard input, or a statement with --tasks-sql", "there are no tasks")
	}
	return nil
}

// checkOutput finds out where to and in which form.
func (p *batchPlan) checkOutput() error {
	p.format = p.output.word
	if p.format == "json" {
		p.format = "ndjson"
	}
	if p.format == "auto" {
		p.format = map[string]string{".csv": "csv", ".parquet": "parquet"}[strings.ToLower(filepath.Ext(p.out))]
		if p.format == "" {
			p.format = "ndjson"
		}
	}
	if p.into != "" {
		table, err := batch.ParseTable(p.into)
		if err != nil {
			return usagef("name it as schema.table", "--into: %s", err)
		}
		p.table = &table
	}
	switch {
	case p.into != "" && (p.out != "" || p.output.word != "auto" && p.output.word != "json"):
		return usagef("leave one of them out", "--into writes to a table, so there is no --out and no format")
	case p.resume && p.into != "":
		return usagef("run it anew: nothing of a batch that ended early is in the table", "--into is one transaction and cannot be resumed")
	case p.resume && p.out == "":
		return usagef("name the file that the batch wrote with --out", "--resume needs --out")
	case p.resume && p.format == "parquet":
		return usagef("write NDJSON or CSV where a batch may have to be resumed", "a Parquet file is not whole before its end, so the batch cannot be resumed")
	case p.out != "" && p.errors != "" && filepath.Clean(p.out) == filepath.Clean(p.errors):
		return usagef("give --errors another name", "--out and --errors are the same file")
	case p.keeps() && p.errors != "" && filepath.Clean(journalName(p.out)) == filepath.Clean(p.errors):
		return usagef("give --errors another name", "%s is the journal of the batch", p.errors)
	case p.file != "" && (sameFile(p.file, p.out) || sameFile(p.file, p.errors)):
		return usagef("write to another file", "%s holds the tasks and would be written over", p.file)
	}
	return nil
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil || b == "" {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// readTemplate parses the template once, and tells what the output depends on.
func (p *batchPlan) readTemplate() error {
	text, name := p.template, "--template"
	switch {
	case p.template != "" && p.templateFile != "":
		return usagef("leave one of them out", "there is a template in --template and one in --template-file")
	case p.input.flags.Changed("template") && strings.TrimSpace(p.template) == "":
		return usagef("give it a query: --template 'CONTEXT FOR $task'", "--template is empty")
	case p.templateFile != "":
		f, err := openFile(p.templateFile, "--template-file takes a file that holds a template; --template takes the text itself")
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // only read
		name = p.templateFile
		if text, err = readText(f, name, "write a query with variables such as $title"); err != nil {
			return err
		}
	}
	if text == "" {
		return nil
	}
	template, err := query.NewTemplate(name, text)
	if err != nil {
		return err
	}
	p.maker.Template, p.template = template, text
	return nil
}

// checkClauses tries the flags that replace clauses on some query: whether they
// can be read does not depend on which.
func (p *batchPlan) checkClauses() error {
	overrides := p.input.overrides()
	line, err := json.Marshal([]any{p.format, p.template, p.tasksSQL, overrides})
	if err != nil {
		return err
	}
	sum := sha256.Sum256(line)
	p.digest = hex.EncodeToString(sum[:16])
	if len(overrides) == 0 {
		return nil
	}
	some, err := query.NewContext("")
	if err != nil {
		return err
	}
	if _, err := query.Override(some, overrides); err != nil {
		return err
	}
	p.maker.Change = func(q query.Context) (query.Context, error) { return query.Override(q, overrides) }
	return nil
}
