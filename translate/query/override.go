package query

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// overrides names the flags of Override and the clause that each one sets.
var overrides = map[string]string{
	"project":     "USING PROJECT",
	"budget":      "BUDGET",
	"prefer":      "PREFER",
	"exclude":     "EXCLUDE",
	"max-objects": "MAX OBJECTS",
	"max-depth":   "MAX DEPTH",
	"max-age":     "MAX AGE",
	"evidence":    "WITH EVIDENCE",
	"as-of":       "AS OF",
}

// OverrideFlags lists the names that Override knows, sorted.
func OverrideFlags() []string { return slices.Sorted(maps.Keys(overrides)) }

// Override replaces clauses of a query by the values of command-line flags, read
// as the language reads them: budget `500`, prefer `current, verified`, exclude
// `stale, role prompt`, max-age `30d`. The values of project and as-of stand
// without quotes; evidence is true or false; an empty prefer or exclude removes
// the clause. Each named clause is replaced whole, never merged. The error is a
// *source.Diagnostic that names the flag.
func Override(c Context, flags map[string]string) (Context, error) {
	for _, flag := range slices.Sorted(maps.Keys(flags)) {
		file := source.Named("--"+flag, flags[flag])
		if err := override(&c, file, flag); err != nil {
			return Context{}, err
		}
	}
	return c, nil
}

func override(c *Context, file *source.File, flag string) error {
	clause, known := overrides[flag]
	empty := strings.TrimSpace(file.Text()) == ""
	switch {
	case !known:
		diag := file.Errorf(file.All(), source.Parse, "unknown_flag", "there is no such clause").WithExpected(OverrideFlags()...)
		if near := syntax.Nearest(flag, OverrideFlags()); near != "" {
			diag.WithHint("did you mean --%s?", near)
		}
		return diag
	case flag == "evidence":
		return overrideEvidence(c, file)
	case flag == "prefer":
		c.Prefer = Prefer{}
	case flag == "exclude":
		c.Exclude = Exclude{}
	}
	if empty && (flag == "prefer" || flag == "exclude") {
		return nil
	}
	tree, err := syntax.ParseValue(file, clause)
	if err != nil {
		return err
	}
	r := &resolver{file: file}
	r.contextClause(c, tree)
	r.checkLength(*c)
	if r.err != nil {
		return r.err
	}
	return nil
}

func overrideEvidence(c *Context, file *source.File) error {
	on, err := strconv.ParseBool(file.Text())
	if err != nil {
		return file.Errorf(file.All(), source.Parse, "unexpected_token", "expected true or false").WithExpected("true", "false")
	}
	c.Evidence = on
	return nil
}
