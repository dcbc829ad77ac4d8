package pgtest

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Locale is a set of language rules that databases can have.
type Locale struct {
	Name string
	Why  string // why this server cannot have it; "" when it can
}

// localeNames are the locales under which results must not change, in the order of Locales.
var localeNames = []string{"C", "C.UTF-8", "builtin", "icu:und", "icu:en-US", "icu:tr-TR", "en_US.UTF-8", "tr_TR.UTF-8"}

// clauses says per locale how CREATE DATABASE asks for it.
func clauses(major int) map[string]string {
	all := map[string]string{"builtin": "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'"}
	for _, name := range localeNames {
		if language, ok := strings.CutPrefix(name, "icu:"); ok {
			all[name] = "locale_provider icu icu_locale '" + language + "' locale 'C.UTF-8'"
		} else if name != "builtin" {
			all[name] = "locale_provider libc locale '" + name + "'"
		}
	}
	if major < 17 {
		delete(all, "builtin")
	}
	return all
}

// probe says how a collation asks for a locale, which shows at little cost whether the server has it.
func probe(name string) string {
	if language, ok := strings.CutPrefix(name, "icu:"); ok {
		return "provider = icu, locale = '" + language + "'"
	}
	return "provider = libc, locale = '" + name + "'"
}

// Locales lists the locales that tests should cover on this server, with the reason where one cannot be had.
func (i *Instance) Locales(t testing.TB) []Locale {
	t.Helper()
	conn := Connect(t, i.admin)
	known := clauses(i.Major)
	var all []Locale
	for _, name := range localeNames {
		l := Locale{Name: name}
		switch {
		case known[name] == "":
			l.Why = fmt.Sprintf("PostgreSQL %d has no such provider", i.Major)
		case name != "builtin":
			l.Why = try(t.Context(), conn, probe(name))
		}
		all = append(all, l)
	}
	return all
}

// Locales is that of the server of a version.
func Locales(t testing.TB, major int) []Locale {
	t.Helper()
	return Server(t, major).Locales(t)
}

func (i *Instance) locale(t testing.TB, name string) Locale {
	t.Helper()
	for _, l := range i.Locales(t) {
		if l.Name == name {
			return l
		}
	}
	t.Fatalf("no locale %q: the known ones are %s", name, strings.Join(localeNames, ", "))
	return Locale{}
}

// try makes a collation and takes it back; the answer is the server's complaint.
func try(ctx context.Context, conn *pgx.Conn, attributes string) string {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err.Error()
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "create collation "+uniqueName("c")+" ("+attributes+")"); err != nil {
		return err.Error()
	}
	return ""
}

// localeEnv compiles the locales that the system has only as sources into a folder of the cache, needing no rights, and answers the
// environment that shows them to a server. Where this cannot be done the server sees the system's own.
func localeEnv(folder string) []string {
	dir := filepath.Join(folder, "locales")
	if _, err := os.Stat(dir); err != nil {
		compile(folder, dir)
	}
	made, _ := filepath.Glob(filepath.Join(dir, "*.UTF-8"))
	if len(made) == 0 {
		return nil
	}
	// With a folder of its own, an old C library no longer finds C.UTF-8, which clusters need.
	env := []string{"LOCPATH=" + dir}
	check := exec.Command("locale", "charmap")
	check.Env = append(os.Environ(), "LOCPATH="+dir, "LC_ALL=C.UTF-8")
	if output, err := check.Output(); err != nil || strings.TrimSpace(string(output)) != "UTF-8" {
		return nil
	}
	return env
}

// compile makes the folder of locales in one step, readable for the server's account. Processes that do it at once do no harm.
func compile(folder, dir string) {
	work, err := os.MkdirTemp(folder, "locales-")
	if err != nil {
		return
	}
	defer os.RemoveAll(work)
	for _, name := range []string{"tr_TR", "en_US"} {
		exec.Command("localedef", "-c", "-i", name, "-f", "UTF-8", filepath.Join(work, name+".UTF-8")).Run()
	}
	filepath.WalkDir(work, func(path string, entry fs.DirEntry, err error) error {
		if err == nil {
			err = os.Chmod(path, 0o755)
		}
		return err
	})
	os.Rename(work, dir)
}
