package query

import (
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// number checks the range of a whole number, however many digits it has; out of
// it is a limit error and never clamped (QG10).
func (r *resolver) number(name string, n syntax.Number, low, high int) int {
	value, ok := smallNumber(n.Digits)
	if !ok || value < int64(low) || value > int64(high) {
		r.fail(r.outOfRange(name, n, low, high))
		return 0
	}
	return int(value)
}

// smallNumber reads digits, with leading zeros (QG8), that fit 18 places.
func smallNumber(digits string) (n int64, ok bool) {
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return 0, true
	}
	if len(digits) > 18 {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

// age checks that MAX AGE is at least one unit and at most 100 years (QG4).
func (r *resolver) age(clause *syntax.MaxAge) *Age {
	unit := schema.Unit(clause.Unit.Word[0])
	most := int(schema.MaxAge / unit.Span())
	n := r.number("MAX AGE in "+unitNames[unit], clause.Count, 1, most)
	return &Age{N: int64(n), Unit: unit}
}

var unitNames = map[schema.Unit]string{'h': "hours", 'd': "days", 'w': "weeks", 'm': "months"}

// maxDigits is the longest number of a predicate.
const maxDigits = 100

// decimal brings a number of a predicate into its canonical form; ok is false
// when it has too many digits.
func decimal(text string) (n Number, ok bool) {
	digits, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	whole = strings.TrimLeft(whole, "0")
	fraction = strings.TrimRight(fraction, "0")
	if len(whole)+len(fraction) > maxDigits {
		return "", false
	}
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if negative && whole != "0" {
		whole = "-" + whole
	}
	return Number(whole), true
}
