package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// usageError is a call that cannot be meant.
type usageError struct {
	message, hint string
}

func (e *usageError) Error() string { return e.message }

func usagef(hint, format string, args ...any) error {
	return &usageError{message: fmt.Sprintf(format, args...), hint: hint}
}

// flagError words what pflag complains about and suggests the flag that was
// meant.
func flagError(cmd *cobra.Command, err error) error {
	hint := "see: " + cmd.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := syntax.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			hint = "did you mean --" + near + "?"
		}
	}
	return usagef(hint, "%s", err)
}

// showHelpOr is what a command does that only holds others: without arguments
// it shows its help or, when it needs one, says which there are.
func showHelpOr(needed bool) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		var names []string
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				names = append(names, c.Name())
			}
		}
		list := "the commands are " + strings.Join(names, ", ")
		switch {
		case len(args) == 0 && !needed:
			return cmd.Help()
		case len(args) == 0:
			return usagef(list, "%s needs a command", cmd.CommandPath())
		}
		if near := syntax.Nearest(args[0], names); near != "" {
			list = fmt.Sprintf("did you mean %s %s?", cmd.CommandPath(), near)
		}
		return usagef(list, "there is no command %q", cmd.CommandPath()+" "+args[0])
	}
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usagef("see: "+cmd.CommandPath()+" --help", "%s takes no argument, but there is %q", cmd.CommandPath(), args[0])
}

// oneQuery refuses a query that the shell has taken apart.
func oneQuery(_ *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	example := `'CONTEXT FOR "…" BUDGET 500 TOKENS'`
	if syntax.Nearest(args[0], []string{"CONTEXT", "EXPLAIN", "FIND"}) == "" {
		task := strings.Join(args, " ")
		if !strings.ContainsAny(task, `'"\`) {
			example = `'CONTEXT FOR "` + task + `"'`
		}
	}
	return usagef("quote it as a whole: "+example, "the query is one argument, but there are %d", len(args))
}

// choice is the value of a flag that takes one of a few words.
type choice struct {
	word  string
	words []string
}

func (c *choice) String() string { return c.word }
func (c *choice) Type() string   { return "format" }

func (c *choice) Set(s string) error {
	for _, w := range c.words {
		if s == w {
			c.word = s
			return nil
		}
	}
	if near := syntax.Nearest(s, c.words); near != "" {
		return fmt.Errorf("did you mean %s?", near)
	}
	return fmt.Errorf("it takes %s", strings.Join(c.words, ", "))
}

// choose adds a flag that takes one of the words; the first is the default.
func choose(cmd *cobra.Command, name, short, usage string, words ...string) *choice {
	c := &choice{word: words[0], words: words}
	cmd.Flags().VarP(c, name, short, usage+": "+strings.Join(words, ", "))
	complete := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err) // only for a flag that does not exist
	}
	return c
}
