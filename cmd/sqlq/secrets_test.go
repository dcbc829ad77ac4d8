package main

import (
	"net/url"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// TestSecrets hands in passwords in every way, also in addresses that cannot be
// read, and looks for them in everything that is printed.
func TestSecrets(t *testing.T) {
	for _, dsn := range []string{
		"postgres://u:hunter2@127.0.0.1:1/db",
		"postgres://u:hunter2@127.0.0.1:port/db",
		"postgres://u:hun/hunter2@127.0.0.1:port/db",
		"postgres://u:1/hunter2@127.0.0.1/db",
		"postgres://u:p@hunter2@127.0.0.1:1/db",
		"postgres://u:hunter2#@127.0.0.1:1/db",
		"postgres://u:hunter2@[::1/db",
		"postgres://u:%zzhunter2@127.0.0.1/db",
		"postgres://u:hunter2@127.0.0.1:1/db?sslmode=wrong",
		"postgres://127.0.0.1:1/db?user=u&password=hunter2",
		"postgres://127.0.0.1:1/db?pass%77ord=hunter2&port=x",
		"mysql://u:hunter2@127.0.0.1/db",
		"u:hunter2@127.0.0.1/db",
		"host=127.0.0.1 port=1 user=u password=hunter2",
		"host=127.0.0.1 port=x user=u password=hunter2",
		"host=127.0.0.1 port=1 user=u password='hunter2",
		"host=127.0.0.1 port=1 user=u password = 'a hunter2' x",
		"host=127.0.0.1 port=1 user=u PASSWORD=hunter2",
		"host=127.0.0.1 port=1 user=u password=hunter2 connect_timeout=hunter2",
		"hunter2",
	} {
		for _, args := range [][]string{
			{"query", "-v", "--dsn", dsn, `CONTEXT FOR "a"`},
			{"query", "-o", "json", "--dsn", dsn, `CONTEXT FOR "a"`},
			{"batch", "-v", "--dsn", dsn},
			{"doctor", "-v", "--dsn", dsn},
			{"migrate", "up", "-v", "--dsn", dsn},
		} {
			stdout, stderr, code := call(t, "", nil, args...)
			if strings.Contains(stdout+stderr, "hunter2") {
				t.Errorf("%s: the password is shown:\n%s%s", args, stdout, stderr)
			}
			if code != exitUsage && code != exitUnreachable {
				t.Errorf("%s: exit code %d", args, code)
			}
		}
	}
}

// TestSecretsMisplaced puts an address where none belongs.
func TestSecretsMisplaced(t *testing.T) {
	const dsn = "postgres://u:hunter2@127.0.0.1:1/db"
	for _, args := range [][]string{
		{dsn}, {"query", dsn}, {"query", "-f", dsn}, {"load", dsn}, {"fmt", dsn}, {"doctor", dsn}, {"batch", dsn}, {"batch", "report", dsn}, {"migrate", "force", dsn},
		{"query", "--now", dsn, `CONTEXT FOR "a"`}, {"batch", "--into", dsn}, {"batch", "--template", dsn}, {"batch", "--out", dsn}, {"query", "--budget", dsn, `CONTEXT FOR "a"`},
	} {
		stdout, stderr, code := call(t, "", nil, args...)
		if strings.Contains(stdout+stderr, "hunter2") || code == 0 {
			t.Errorf("%s: exit code %d:\n%s%s", args, code, stdout, stderr)
		}
	}
}

// TestSecretsRefused lets a real server refuse the password, and accept one.
func TestSecretsRefused(t *testing.T) {
	dsn := pgtest.Role(t, pgtest.DB(t))
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(address.User.Username(), "hunter2")
	for _, args := range [][]string{
		{"doctor", "-v"}, {"query", "-v", `CONTEXT FOR "a"`}, {"migrate", "status", "-v"},
	} {
		stdout, stderr, _ := call(t, "", map[string]string{"DATABASE_URL": address.String()}, args...)
		if strings.Contains(stdout+stderr, "hunter2") {
			t.Errorf("%s: the password is shown:\n%s%s", args, stdout, stderr)
		}
	}
}

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"see postgres://u:x@h/d now":      "see postgres://u:xxxxx@h/d now",
		"postgres://u:a@b@h/d":            "postgres://u:xxxxx@h/d",
		"postgres://u@h/d":                "postgres://u@h/d",
		"host=h password='a b' x=1":       "host=h password=xxxxx x=1",
		"password=a":                      "password=xxxxx",
		"object://file/a:6@1":             "object://file/a:6@1",
		"revision object://note:1@1 is":   "revision object://note:1@1 is",
		"entity://a:b,postgres://u:x@h/d": "entity://a:b,postgres://u:xxxxx@h/d",
		"see mysql://u:x@h/d":             "see mysql://u:xxxxx@h/d",
		`"password = a" is none of`:       `"password = xxxxx" is none of`,
		"nothing to hide: mail me@x.org":  "nothing to hide: mail me@x.org",
	} {
		if got := redact(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
