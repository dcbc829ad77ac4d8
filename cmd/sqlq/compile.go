package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq/translate/plan"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

func (a *app) compileCommand() *cobra.Command {
	var input *queryInput
	var stage, output *choice
	cmd := &cobra.Command{
		Annotations: at("compiling needs no database"),
		Use:         "compile [TEXT]",
		Short:       "Show a query in one of its forms; needs no database",
		Long: `Show what becomes of a query on its way to the server:

  tokens     the words of the text with their positions
  ast        the syntax tree, clauses in the order in which they were written
  canonical  the one text that all equivalent queries have in common
  plan       the stages that the server and the packer carry out
  sql        the statement with its values

Flags such as --budget replace clauses and count from canonical on. The time in the
statement is that of --now, else that of this machine.`,
		Example: `  sqlq compile 'CONTEXT FOR "payment retries" BUDGET 800 TOKENS' --stage sql
  sqlq compile -f task.sq --stage plan
  echo 'context for "retries" budget 007 tokens' | sqlq compile --stage canonical -o json`,
		Args: oneQuery,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := a.readQuery(args, input.file)
			if err != nil {
				return err
			}
			form, err := compileTo(cmd.Context(), stage.word, text, input)
			if err != nil {
				return err
			}
			if output.word == "json" {
				return a.printJSON(form.json)
			}
			_, err = fmt.Fprint(a.out, form.text)
			return err
		},
	}
	input = addQueryFlags(cmd)
	stage = choose(cmd, "stage", "s", "the `form` to show", "sql", "plan", "canonical", "ast", "tokens")
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

// form is a query in one of its forms: to read, and to process.
type form struct {
	text string
	json any
}

func compileTo(ctx context.Context, stage, text string, input *queryInput) (form, error) {
	switch stage {
	case "tokens":
		return tokensForm(text)
	case "ast":
		return astForm(text)
	case "canonical":
		return canonicalForm(text, input)
	}
	now, err := input.at()
	if err != nil {
		return form{}, err
	}
	q, err := input.parse(text)
	if err != nil {
		return form{}, err
	}
	if stage == "plan" {
		p := plan.Build(q)
		return form{p.String(), p}, nil
	}
	c, err := compileAt(ctx, q, now)
	if err != nil {
		return form{}, err
	}
	var b strings.Builder
	writeStatement(&b, c.Statement)
	return form{b.String(), c.Statement}, nil
}

func tokensForm(text string) (form, error) {
	tokens, err := syntax.Lex(source.New(text))
	if err != nil {
		return form{}, err
	}
	var b strings.Builder
	for _, t := range tokens {
		fmt.Fprintln(&b, t)
	}
	return form{b.String(), tokens}, nil
}

func astForm(text string) (form, error) {
	file := source.New(text)
	tree, err := syntax.Parse(file)
	if err != nil {
		return form{}, err
	}
	outline := syntax.NewOutline(file, tree)
	return form{outline.String(), outline}, nil
}

// canonicalForm works for every form of the language, those that cannot run
// yet included.
func canonicalForm(text string, input *queryInput) (form, error) {
	q, err := query.Parse(text)
	if err != nil {
		return form{}, err
	}
	if c, ok := q.(query.Context); ok {
		if q, err = query.Override(c, input.overrides()); err != nil {
			return form{}, err
		}
	}
	line := q.Canonical()
	return form{line + "\n", map[string]string{"canonical": line}}, nil
}

// printJSON prints a value as indented JSON, with <, > and & as they are.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
