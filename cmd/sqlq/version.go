package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq/migrations"
)

func (a *app) printVersion(s migrations.Status) {
	state := ""
	if s.Dirty {
		state = ", which failed half-way"
	}
	fmt.Fprintf(a.out, "schema sqlq: version %d%s; this sqlq needs %d\n", s.Version, state, s.Latest)
}

func (a *app) versionCommand() *cobra.Command {
	var output *choice
	cmd := &cobra.Command{
		Annotations: at("it needs no database"),
		Use:         "version",
		Short:       "Print the version",
		Example:     "  sqlq version\n  sqlq version -o json",
		Args:        noArgs,
		RunE: func(*cobra.Command, []string) error {
			latest, err := migrations.Latest()
			if err != nil {
				return err
			}
			if output.word == "json" {
				return a.printJSON(map[string]any{
					"version": buildVersion(), "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH, "schema": latest,
				})
			}
			fmt.Fprintf(a.out, "sqlq %s (%s, %s/%s, schema %d)\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, latest)
			return nil
		},
	}
	output = choose(cmd, "output", "o", "output `format`", "text", "json")
	return cmd
}

// buildVersion is the version of the module, as the Go command recorded it.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func (a *app) completionCommand() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Annotations: at("it needs no database"),
		Use:         "completion SHELL",
		Short:       "Print the completion script of a shell",
		Long: `Print the script that lets bash, zsh, fish or powershell complete commands and flags.
That of bash needs the package bash-completion to be installed and loaded.`,
		Example:   "  source <(sqlq completion bash)\n  sqlq completion fish > ~/.config/fish/completions/sqlq.fish",
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("the shells are bash, zsh, fish, powershell", "completion takes one shell")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch root := cmd.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.out, true)
			case "zsh":
				return root.GenZshCompletion(a.out)
			case "fish":
				return root.GenFishCompletion(a.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.out)
			}
			return usagef("the shells are bash, zsh, fish, powershell", "there is no completion for %q", args[0])
		},
	}
}
