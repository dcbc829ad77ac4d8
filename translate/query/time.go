package query

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/translate/source"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// asOf reads the time of AS OF; what is none is a parse error (QG11).
func (r *resolver) asOf(clause *syntax.AsOf) *time.Time {
	at, err := ParseTime(clause.Time.Value)
	if err != nil {
		r.fail(r.badTime(clause.Time.Span, source.Parse, "bad_time", err))
		return nil
	}
	return &at
}

// ParseTime reads a point in time as AS OF and comparisons with created_at take
// it (QG11): a date, which is midnight UTC, or RFC 3339 with Z or an offset and
// at most six digits of a second's fraction. T and Z may be lower case, as RFC
// 3339 allows; a space instead of T is not taken, nor is a leap second, which no
// PostgreSQL timestamp holds. The result is in UTC, in the years 0001 to 9999.
func ParseTime(s string) (time.Time, error) {
	date, clock, found := cutClock(s)
	day, err := parseDate(date)
	if err != nil || !found {
		return day, err
	}
	since, offset, err := parseClock(clock)
	if err != nil {
		return time.Time{}, err
	}
	at := day.Add(since - offset)
	if at.Year() < 1 || at.Year() > 9999 {
		return time.Time{}, errors.New("in UTC the time is outside the years 0001 to 9999")
	}
	return at, nil
}

// cutClock cuts a time at its T.
func cutClock(s string) (date, clock string, found bool) {
	if i := strings.IndexAny(s, "Tt"); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

var (
	errDate = errors.New(`the date is not YYYY-MM-DD; a time is "2026-05-01T12:00:00Z", a day "2026-05-01"`)
	errZone = errors.New(`the time needs an offset or Z, such as "2026-05-01T12:00:00Z"`)
)

func parseDate(s string) (time.Time, error) {
	var year, month, day int
	if !layout(s, "dddd-dd-dd", &year, &month, &day) {
		return time.Time{}, errDate
	}
	switch {
	case year < 1:
		return time.Time{}, errors.New("the year is outside 0001 to 9999")
	case month < 1 || month > 12:
		return time.Time{}, fmt.Errorf("there is no month %02d", month)
	}
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if day < 1 || at.Day() != day {
		return time.Time{}, fmt.Errorf("%04d-%02d has no day %02d", year, month, day)
	}
	return at, nil
}

// parseClock reads hh:mm:ss[.fraction](Z|±hh:mm) as the time since midnight and
// the offset from UTC.
func parseClock(s string) (since, offset time.Duration, err error) {
	zone := strings.IndexAny(s, "Zz+-")
	if zone < 0 {
		return 0, 0, errZone
	}
	clock, fraction, hasFraction := strings.Cut(s[:zone], ".")
	var hour, minute, second int
	switch {
	case !layout(clock, "dd:dd:dd", &hour, &minute, &second):
		return 0, 0, errors.New("the time of day is not hh:mm:ss")
	case second == 60:
		return 0, 0, errors.New("a leap second cannot be asked for")
	case hour > 23 || minute > 59 || second > 59:
		return 0, 0, fmt.Errorf("there is no time %s", clock)
	}
	micros := 0
	if hasFraction {
		if micros, err = parseFraction(fraction); err != nil {
			return 0, 0, err
		}
	}
	offset, err = parseOffset(s[zone:])
	return span(hour, minute) + time.Duration(second)*time.Second + time.Duration(micros)*time.Microsecond, offset, err
}

// parseFraction reads the digits after the point as microseconds.
func parseFraction(s string) (micros int, err error) {
	switch {
	case s == "" || strings.Trim(s, "0123456789") != "":
		return 0, errors.New("after the point of the seconds stand digits")
	case len(s) > 6:
		return 0, fmt.Errorf("the seconds have %d digits after the point, the limit is 6", len(s))
	}
	layout((s + "000000")[:6], "dddddd", &micros)
	return micros, nil
}

func parseOffset(s string) (time.Duration, error) {
	if s == "Z" || s == "z" {
		return 0, nil
	}
	var hour, minute int
	switch {
	case !layout(s[1:], "dd:dd", &hour, &minute):
		return 0, errors.New("the offset is neither Z nor ±hh:mm")
	case hour > 23 || minute > 59:
		return 0, fmt.Errorf("there is no offset %s", s)
	case s[0] == '-':
		return -span(hour, minute), nil
	}
	return span(hour, minute), nil
}

func span(hours, minutes int) time.Duration {
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
}

// layout reads numbers of fixed width: each run of d in the form is one number,
// every other character stands for itself.
func layout(s, form string, numbers ...*int) bool {
	if len(s) != len(form) {
		return false
	}
	next := -1
	for i := range len(form) {
		switch {
		case form[i] != 'd':
			if s[i] != form[i] {
				return false
			}
		case s[i] < '0' || s[i] > '9':
			return false
		default:
			if i == 0 || form[i-1] != 'd' {
				next++
				*numbers[next] = 0
			}
			*numbers[next] = *numbers[next]*10 + int(s[i]-'0')
		}
	}
	return true
}
