package schema_test

import (
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq/schema"
)

// QG11: UTC, Z, trailing zeros of the fraction dropped.
func TestFormatTime(t *testing.T) {
	east := time.FixedZone("east", 5*3600+45*60)
	for want, at := range map[string]time.Time{
		"2026-05-01T10:30:00Z":        time.Date(2026, 5, 1, 10, 30, 0, 0, time.UTC),
		"2026-05-01T10:30:00.25Z":     time.Date(2026, 5, 1, 16, 15, 0, 250e6, east),
		"2026-05-01T10:30:00.000001Z": time.Date(2026, 5, 1, 10, 30, 0, 1999, time.UTC),
		"0001-01-01T00:00:00Z":        {},
		"9999-12-31T23:59:59.999999Z": time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC),
		"1969-12-31T23:59:59.999999Z": time.UnixMicro(-1),
	} {
		if got := schema.FormatTime(at); got != want {
			t.Errorf("%v prints as %s, want %s", at, got, want)
		}
	}
}

// QS9: without parameters, trimmed, whatever the case.
func TestTextMedia(t *testing.T) {
	for mediaType, want := range map[string]bool{
		"text/plain": true, "text/x-rst": true, " Text/HTML; charset=utf-8": true, "application/json": true,
		"APPLICATION/JSON ;v=1": true, "text/": true, "application/json+x": false, "application/ld+json": false,
		"text": false, "image/png": false, "": false, ";text/plain": false, "x-text/plain": false, "application /json": false,
	} {
		if got := schema.TextMedia(mediaType); got != want {
			t.Errorf("%q is text: %v", mediaType, got)
		}
	}
}

// QG4: hours, days, weeks and months of thirty days.
func TestUnits(t *testing.T) {
	for unit, hours := range map[schema.Unit]int{'h': 1, 'd': 24, 'w': 168, 'm': 720, 'y': 0, 'H': 0, 0: 0} {
		if got := unit.Span(); got != time.Duration(hours)*time.Hour {
			t.Errorf("unit %q is %v", unit, got)
		}
	}
}
