package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// templates are the databases that setups made in this process.
var templates = struct {
	sync.Mutex
	byKey map[templateKey]*template
}{byKey: map[templateKey]*template{}}

type templateKey struct {
	instance     *Instance
	name, locale string
}

type template struct {
	once sync.Once
	name string
	err  error
}

// source is the part of CREATE DATABASE that says what to copy.
func (i *Instance) source(ctx context.Context, o options) (string, error) {
	bare := ""
	if o.locale != "" {
		bare = "template template0 encoding 'UTF8' " + clauses(i.Major)[o.locale]
	}
	if o.setup == nil {
		return bare, nil
	}
	key := templateKey{i, o.name, o.locale}
	templates.Lock()
	entry := templates.byKey[key]
	if entry == nil {
		entry = &template{name: uniqueName("tmpl")}
		templates.byKey[key] = entry
	}
	templates.Unlock()
	entry.once.Do(func() {
		if entry.err = i.create(ctx, entry.name, bare); entry.err == nil {
			entry.err = o.setup(ctx, withDatabase(i.admin, entry.name))
		}
	})
	if entry.err != nil {
		return "", fmt.Errorf("setup %s: %w", o.name, entry.err)
	}
	return "template " + entry.name, nil
}

// dropTemplates removes what this process's setups made.
func dropTemplates() {
	templates.Lock()
	defer templates.Unlock()
	for key, entry := range templates.byKey {
		key.instance.drop(entry.name)
	}
}

// sweep drops the databases and roles of test processes that were killed. It is a courtesy, so errors do not matter.
func sweep(ctx context.Context, admin string) {
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return
	}
	defer conn.Close(ctx)
	for _, kind := range []struct{ list, drop, after string }{
		{`select datname from pg_database where datname ~ '^sqlq_[a-z]+_\d+_'`, "drop database if exists ", " with (force)"},
		{`select rolname from pg_roles where rolname ~ '^sqlq_[a-z]+_\d+_'`, "drop role if exists ", ""},
	} {
		rows, _ := conn.Query(ctx, kind.list)
		names, _ := pgx.CollectRows(rows, pgx.RowTo[string])
		for _, name := range names {
			if pid, err := strconv.Atoi(strings.Split(name, "_")[2]); err == nil && gone(pid) {
				conn.Exec(ctx, kind.drop+name+kind.after)
			}
		}
	}
}

// gone says whether no process of this number runs.
func gone(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	return errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
