package query_test

import (
	"testing"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
)

func TestParseTime(t *testing.T) {
	tests := map[string]string{
		"2026-05-01":                       "2026-05-01T00:00:00Z",
		"2024-02-29":                       "2024-02-29T00:00:00Z",
		"2026-05-01T12:00:00Z":             "2026-05-01T12:00:00Z",
		"2026-05-01t12:00:00z":             "2026-05-01T12:00:00Z",
		"2026-05-01T12:00:00.1Z":           "2026-05-01T12:00:00.1Z",
		"2026-05-01T12:00:00.123456Z":      "2026-05-01T12:00:00.123456Z",
		"2026-05-01T12:00:00.100000Z":      "2026-05-01T12:00:00.1Z",
		"2026-05-01T12:00:00.000000Z":      "2026-05-01T12:00:00Z",
		"2026-05-01T00:30:00+02:00":        "2026-04-30T22:30:00Z",
		"2026-05-01T23:30:00-00:45":        "2026-05-02T00:15:00Z",
		"2026-05-01T12:00:00-00:00":        "2026-05-01T12:00:00Z",
		"2026-05-01T12:00:00+23:59":        "2026-04-30T12:01:00Z",
		"0001-01-01":                       "0001-01-01T00:00:00Z",
		"9999-12-31T23:59:59.999999Z":      "9999-12-31T23:59:59.999999Z",
		"9999-12-31T23:59:59.999999+01:00": "9999-12-31T22:59:59.999999Z",
	}
	for text, want := range tests {
		at, err := query.ParseTime(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := schema.FormatTime(at); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
		checkFixedPoint(t, mustParse(t, `CONTEXT FOR "x" AS OF "`+text+`"`))
	}
}

func mustParse(t *testing.T, text string) query.Query {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestBadTimes: what is no time is a parse error at the string (QG11).
func TestBadTimes(t *testing.T) {
	for _, text := range []string{
		"", "yesterday", "2026", "2026-05", "2026-5-1", "2026-05-01 12:00:00Z", "2026-05-01T", "2026-05-01T12:00Z",
		"2026-05-01T12:00:00", "2026-05-01T12:00:00.Z", "2026-05-01T12:00:00.1234567Z", "2026-05-01T12:00:00,5Z",
		"2026-05-01T24:00:00Z", "2026-05-01T12:60:00Z", "2026-05-01T12:00:60Z", "2026-05-01T12:00:61Z", "2016-12-31T23:59:60Z",
		"2026-05-01T12:00:00+0200", "2026-05-01T12:00:00+02", "2026-05-01T12:00:00+24:00", "2026-05-01T12:00:00+02:60",
		"2026-05-01T12:00:00ZZ", "2026-05-01T12:00:00Z ", " 2026-05-01", "2026-05-01Z", "2026-00-01", "2026-13-01", "2026-01-00",
		"2026-01-32", "2026-02-29", "2026-04-31", "0000-01-01", "10000-01-01", "-001-01-01", "+2026-05-01", "２０２６-05-01",
		"0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-W18-5", "20260501", "2026-05-01T12:00:00.5", "2026-05-01T12:00:00 Z",
		"2026-05-01T-1:00:00Z", "2026-05-01T12:00:00+-2:00", "2026-05-01T12:00:00.+1Z", "T", "TZ", "now",
	} {
		checkRefused(t, `CONTEXT FOR "x" AS OF "`+text+`"`, source.Parse, "bad_time", `"`+text)
		checkRefused(t, `FIND OBJECT WHERE created_at = "`+text+`"`, source.Type, "not_a_time", `"`+text)
	}
}
