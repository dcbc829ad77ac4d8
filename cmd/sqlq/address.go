package main

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/sqlq-dev/sqlq"
)

// ownPlace marks a command that works on no database, or not on any that can be
// named; the value says which.
const ownPlace = "place"

// at is the mark of such a command.
func at(where string) map[string]string { return map[string]string{ownPlace: where} }

// refuseDSN refuses an address where it would be ignored.
func (a *app) refuseDSN(cmd *cobra.Command) error {
	if where := cmd.Annotations[ownPlace]; where != "" && a.dsn.Changed {
		return usagef("leave it out: "+where, "%s takes no --dsn", cmd.CommandPath())
	}
	return nil
}

// misread tells whether a piece of a password was taken for a host or database,
// as happens when an @ or / in it is not encoded.
func misread(c *pgx.ConnConfig) bool {
	at := strings.Contains(c.Host, "@") || strings.Contains(c.Database, "@")
	for _, f := range c.Fallbacks {
		at = at || strings.Contains(f.Host, "@")
	}
	return at
}

// unreadable words the error of a connection string without quoting from it.
func unreadable(p place, err error) error {
	var e *sqlq.Error
	if !errors.As(err, &e) || e.Code != "bad_dsn" {
		return err
	}
	message := "the connection string of " + p.from + " cannot be read"
	if reason := dsnReason(e.Err.Error()); reason != "" {
		message += ": " + reason
	}
	return &sqlq.Error{
		Code: e.Code, Message: message,
		Hint: "write postgres://user@host:port/database or host=… port=… dbname=…; in a URL, %-encode / ? # @ : of a password",
	}
}
