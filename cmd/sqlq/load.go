package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
)

type loadOptions struct {
	keepGoing bool
	reject    string
	noSeal    bool
	output    *choice
}

func (a *app) loadCommand() *cobra.Command {
	var opt loadOptions
	cmd := &cobra.Command{
		Use:   "load FILE…",
		Short: "Load records from NDJSON files",
		Long: `Load records (object, revision, derivation, entity, edge), one JSON object a line, in any
order. Each file is one transaction: all of it or nothing. Loading it again changes
nothing. - is standard input; gzip is recognised.

With --keep-going bad records are put aside, with line, field and reason, into a file
beside the input, and the rest is loaded; the exit code is 0 then.

With -o json there is a report of one line for each file.`,
		Example: `  sqlq load records.ndjson
  sqlq load --keep-going records.ndjson.gz
  producer | sqlq load - -o json`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return usagef("name files, or - for standard input", "there is no file to load")
			case opt.reject != "" && !opt.keepGoing:
				return usagef("add --keep-going to put bad records aside", "--reject needs --keep-going")
			case opt.reject != "" && len(args) > 1:
				return usagef("leave --reject out: each file gets one beside it", "--reject takes the records of one file, but there are %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.load(cmd.Context(), args, opt) },
	}
	cmd.Flags().BoolVar(&opt.keepGoing, "keep-going", false, "put bad records aside and load the rest")
	cmd.Flags().StringVar(&opt.reject, "reject", "", "`file` for bad records (default FILE.rejects.ndjson)")
	cmd.Flags().BoolVar(&opt.noSeal, "no-seal", false, "leave the index plain; sqlq index seal seals it later")
	opt.output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

func (a *app) load(ctx context.Context, names []string, opt loadOptions) error {
	for _, name := range names {
		if err := loadable(name); err != nil {
			return err
		}
	}
	db, err := a.open(ctx, noTimeout)
	if err != nil {
		return err
	}
	defer db.Close()
	for i, name := range names {
		if err := a.loadFile(ctx, db.DB, name, opt); err != nil {
			if i > 0 {
				a.say("note: the files before %s are loaded; %s is not", name, name)
			}
			return err
		}
	}
	return nil
}

// loadFile loads one file and tells how it went.
func (a *app) loadFile(ctx context.Context, db *sqlq.DB, name string, opt loadOptions) (err error) {
	in, err := a.openInput(name)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	options := store.Options{Source: in.label, KeepGoing: opt.keepGoing, Plain: opt.noSeal}
	reject := &rejectFile{name: opt.reject}
	if opt.keepGoing {
		if reject.name == "" {
			reject.name = in.rejects
		}
		if err := reject.check(name); err != nil {
			return err
		}
		options.Reject = reject
		defer func() { err = errors.Join(err, reject.discard()) }()
	}
	report, err := db.Load(ctx, in, options)
	in.bar.end()
	if in.failed != nil {
		return fmt.Errorf("nothing of %s was loaded: reading it: %w", in.label, in.failed)
	}
	if err != nil {
		return err
	}
	if err := reject.keep(); err != nil {
		return fmt.Errorf("the file is loaded, but its bad records cannot be kept: %w", err)
	}
	return a.tellLoaded(in.label, report, reject, opt.output.word)
}

// tellLoaded prints the report: a sentence for people, or a line for programs.
func (a *app) tellLoaded(label string, r store.Report, reject *rejectFile, format string) error {
	if format != "json" {
		a.say("%s: %s", label, loadedText(r))
		if r.Rejected > 0 {
			a.say("note: %s put aside into %s", counted(int(r.Rejected), "bad record"), reject.name)
		}
		return nil
	}
	line, err := json.Marshal(struct {
		Source string `json:"source"`
		store.Report
		Rejects string `json:"rejects,omitempty"`
	}{label, r, reject.kept()})
	if err != nil {
		return err
	}
	_, err = io.WriteString(a.out, string(line)+"\n")
	return err
}

// loadedText is the report in a sentence.
func loadedText(r store.Report) string {
	var added int64
	var kinds []string
	for _, kind := range []struct {
		n    int64
		noun string
	}{{r.Objects, "object"}, {r.Revisions, "revision"}, {r.Derivations, "derivation"}, {r.Entities, "entity"}, {r.Edges, "edge"}} {
		if added += kind.n; kind.n > 0 {
			kinds = append(kinds, counted(int(kind.n), kind.noun))
		}
	}
	list := ""
	if len(kinds) > 0 {
		list = " (" + strings.Join(kinds, ", ") + ")"
	}
	return fmt.Sprintf("%s: %d added%s, %d changed, %d unchanged",
		counted(int(added+r.Changed+r.Unchanged+r.Rejected), "record"), added, list, r.Changed, r.Unchanged)
}
