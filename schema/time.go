package schema

import "time"

// FormatTime prints a time as the bundle and the canonical query do: RFC 3339
// in UTC with Z, at most six fraction digits, trailing zeros dropped (QG11).
func FormatTime(t time.Time) string {
	return t.UTC().Truncate(time.Microsecond).Format("2006-01-02T15:04:05.999999Z07:00")
}
