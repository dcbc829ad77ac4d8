package main

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// queryInput is where a query comes from and what the flags change in it.
type queryInput struct {
	file  string
	now   string
	flags *pflag.FlagSet
}

// clauseFlags says what the flag of each clause takes.
var clauseFlags = map[string]string{
	"project":     "only objects of this `project`, as USING PROJECT",
	"budget":      "at most this many `tokens`, as BUDGET",
	"prefer":      "`list` such as 'current, verified', as PREFER; empty: none",
	"exclude":     "`list` such as 'stale, role prompt', as EXCLUDE; empty: none",
	"max-objects": "at most this `many` objects, as MAX OBJECTS",
	"max-depth":   "follow links over this many `hops`, as MAX DEPTH",
	"max-age":     "nothing older than this `age`, such as 30d, as MAX AGE",
	"evidence":    "with the recorded links of each item, as WITH EVIDENCE",
	"as-of":       "as the store was at this `time`, as AS OF",
}

// addQueryFlags adds the flags that name a query and those that override its
// clauses.
func addQueryFlags(cmd *cobra.Command) *queryInput {
	in := &queryInput{flags: cmd.Flags()}
	cmd.Flags().StringVarP(&in.file, "file", "f", "", "read the query from this `file`; - is standard input")
	in.addClauses(cmd)
	return in
}

// addClauses adds the flags that override clauses, and --now.
func (in *queryInput) addClauses(cmd *cobra.Command) {
	cmd.Flags().StringVar(&in.now, "now", "", "evaluate at this RFC 3339 `time` instead of the server's clock")
	for _, name := range query.OverrideFlags() {
		if name == "evidence" {
			cmd.Flags().Bool(name, false, clauseFlags[name])
			continue
		}
		cmd.Flags().String(name, "", clauseFlags[name])
	}
}

// parse reads a query and puts the values of the flags into it.
func (in *queryInput) parse(text string) (query.Context, error) {
	q, err := sqlq.ParseContext(text)
	if err != nil {
		return q, err
	}
	return query.Override(q, in.overrides())
}

// overrides are the clauses that flags were given for.
func (in *queryInput) overrides() map[string]string {
	values := map[string]string{}
	for _, name := range query.OverrideFlags() {
		if f := in.flags.Lookup(name); f != nil && f.Changed {
			values[name] = f.Value.String()
		}
	}
	return values
}

// at is the time of --now, or nil.
func (in *queryInput) at() (*time.Time, error) {
	if !in.flags.Changed("now") {
		return nil, nil
	}
	t, err := time.Parse(time.RFC3339Nano, in.now)
	if err != nil || t.UTC().Year() < 1 || t.UTC().Year() > 9999 {
		return nil, usagef("write it as 2026-01-31T09:30:00Z", "--now takes an RFC 3339 time, not %q", in.now)
	}
	t = t.UTC().Truncate(time.Microsecond)
	return &t, nil
}
