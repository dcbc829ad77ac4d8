package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/pglocal"
	"github.com/sqlq-dev/sqlq/sample"
)

type demoOptions struct {
	input  *queryInput
	output *choice
	keep   bool
}

func (a *app) demoCommand() *cobra.Command {
	var opt demoOptions
	cmd := &cobra.Command{
		Use:         "demo [TEXT]",
		Annotations: at("the demo has a database of its own; sqlq query asks yours"),
		Short:       "See bundles of sample data, without setting anything up",
		Long: fmt.Sprintf(`Start a local PostgreSQL server, load a sample project into a database of its own
(%s), and answer three telling queries; or the query given, on the same data.

The first run fetches PostgreSQL unless there is one. The server stops with the
command, unless --keep leaves it running; the sample stays for the next time. No
database of yours is touched.

With -o json the three bundles are one list; that of a query given stands alone.`, demoDatabase),
		Example: `  sqlq demo
  sqlq demo 'CONTEXT FOR "gauge offset at Grauwik" BUDGET 400 TOKENS EXCLUDE STALE'
  sqlq demo -f task.sq -o text`,
		Args: oneQuery,
		RunE: func(cmd *cobra.Command, args []string) error { return a.demo(cmd.Context(), args, opt) },
	}
	opt.input = addQueryFlags(cmd)
	opt.output = choose(cmd, "output", "o", "output `format`", "table", "json", "text")
	cmd.Flags().BoolVar(&opt.keep, "keep", false, "leave the server running; sqlq db stop ends it")
	return cmd
}

func (a *app) demo(ctx context.Context, args []string, opt demoOptions) (err error) {
	queries, err := a.demoQueries(args, opt.input)
	if err != nil {
		return err
	}
	server, err := a.startLocal(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	if opt.keep {
		if _, err := pglocal.Keep(ctx, a.localConfig()); err != nil {
			return localProblem(err)
		}
	}
	db, err := a.openSample(ctx, server)
	if err != nil {
		return err
	}
	defer db.Close()
	own := len(args) > 0 || opt.input.file != ""
	if !own && opt.output.word == "table" {
		a.introduce()
	}
	var bundles []json.RawMessage
	for i, q := range queries {
		bundle, err := a.answer(ctx, db, i, q, opt)
		if err != nil {
			return err
		}
		line, err := bundle.JSON()
		if err != nil {
			return err
		}
		bundles = append(bundles, line)
	}
	if !own && opt.output.word == "json" {
		return a.printJSON(bundles)
	}
	if opt.output.word == "table" {
		a.sayNext(own, opt.keep, server.DSN(demoDatabase))
	}
	return nil
}

// demoQueries are those of the sample, or the one that is given.
func (a *app) demoQueries(args []string, in *queryInput) ([]sample.Query, error) {
	if len(args) == 0 && in.file == "" {
		return sample.Queries, nil
	}
	text, err := a.readQuery(args, in.file)
	if err != nil {
		return nil, err
	}
	_, err = in.parse(text) // find mistakes before anything is started
	return []sample.Query{{Text: text}}, err
}

// answer runs one query at the time of the story, and prints the bundle unless it
// belongs into a list of them.
func (a *app) answer(ctx context.Context, db *sqlq.DB, i int, q sample.Query, opt demoOptions) (packer.Bundle, error) {
	parsed, err := opt.input.parse(q.Text)
	if err != nil {
		return packer.Bundle{}, err
	}
	now, err := opt.input.at()
	if err != nil {
		return packer.Bundle{}, err
	}
	if changed := len(opt.input.overrides()) > 0 || now != nil; changed && q.Title != "" {
		q.Story, q.Text = "", parsed.Canonical() // what is told of the query need not be true of another
	}
	if now == nil {
		now = &sample.Now
	}
	began := time.Now()
	bundle, err := db.Bundle(ctx, parsed, sqlq.Run{Now: now})
	took := time.Since(began)
	switch {
	case err != nil:
		return bundle, err
	case opt.output.word == "json" && q.Title != "":
		return bundle, nil
	case opt.output.word != "table":
		return bundle, a.printBundle(bundle, opt.output.word, false)
	case q.Title != "":
		a.headline(i, q)
	}
	writeTable(a.out, bundle, a.width())
	fmt.Fprintf(a.out, "%-11s%.0f ms\n\n", "took", float64(took.Microseconds())/1000)
	return bundle, nil
}
