package store_test

import (
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq/store"
)

// What does not fit is named with what would.
func TestReasons(t *testing.T) {
	for line, want := range map[string]string{
		`{"kind":"object",`:                 "a record must stand on one line",
		`{"kind":"object","id":"a`:          "a record must stand on one line",
		`{"kind":"object"]}`:                "not valid JSON at byte",
		`{"kind":"object","id":7}`:          "id: a string in double quotes is expected here, not a number",
		`{"kind":"object","id":[]}`:         "id: a string in double quotes is expected here, not a list",
		`{"kind":"object","id":true}`:       "id: a string in double quotes is expected here, not true",
		revision(`"rev":"4"`):               "rev: a whole number is expected here, not a string",
		revision(`"rev":1.5`):               "rev: a whole number is expected here, not 1.5",
		revision(`"tombstone":1`):           "tombstone: true or false is expected here, not a number",
		revision(`"roles":"data"`):          "roles: a list in [ ] is expected here, not a string",
		revision(`"representations":["x"]`): "representations.0: an object in { } is expected here, not a string",
		`[]`:                                "an object in { } is expected here, not a list",
	} {
		_, err := store.Decode([]byte(line))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}
