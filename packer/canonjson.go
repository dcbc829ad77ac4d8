package packer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// maxSafe is the largest integer that every JSON reader holds exactly. RFC 8785
// knows numbers only as IEEE doubles.
const maxSafe = 1<<53 - 1

// CanonicalJSON writes a value as RFC 8785 demands: no white space, object keys
// in the order of their UTF-16 code units, text as plain UTF-8 with the fewest
// escapes. It takes nil, bool, string, int, []string, []any and map[string]any.
// Any other type is an error, and so are invalid UTF-8 and integers beyond
// ±(2^53 − 1). There are no fractions, so that an address never hangs on the
// printing of floats.
func CanonicalJSON(v any) ([]byte, error) { return appendCanonical(nil, v) }

func appendCanonical(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case string:
		return appendString(dst, v)
	case int:
		n := int64(v)
		if n > maxSafe || n < -maxSafe {
			return nil, fmt.Errorf("canonical JSON: integer %d is beyond 2^53 - 1", n)
		}
		return strconv.AppendInt(dst, n, 10), nil
	case []string:
		return appendArray(dst, v)
	case []any:
		return appendArray(dst, v)
	case map[string]any:
		return appendObject(dst, v)
	}
	return nil, fmt.Errorf("canonical JSON: no form for a value of type %T", v)
}

func appendArray[T any](dst []byte, list []T) (_ []byte, err error) {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendCanonical(dst, v); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendObject(dst []byte, fields map[string]any) (_ []byte, err error) {
	dst = append(dst, '{')
	for i, key := range slices.SortedFunc(maps.Keys(fields), compareUTF16) {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendString(dst, key); err != nil {
			return nil, err
		}
		dst = append(dst, ':')
		if dst, err = appendCanonical(dst, fields[key]); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

// appendString escapes the quote, the backslash and the control characters below
// U+0020, and nothing else.
func appendString(dst []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, fmt.Errorf("canonical JSON: %q is not valid UTF-8", s)
	}
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= ' ':
			dst = append(dst, c)
		case shortEscape[c] != 0:
			dst = append(dst, '\\', shortEscape[c])
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(dst, '"'), nil
}

// shortEscape has the letter of the control characters that have one.
var shortEscape = [' ']byte{'\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r'}

// compareUTF16 orders by UTF-16 code units. That differs from the order of bytes
// only where one text has a character beyond U+FFFF, whose first unit is a
// surrogate and sorts before U+E000.
func compareUTF16(a, b string) int {
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb {
			return cmp.Or(cmp.Compare(firstUnit(ra), firstUnit(rb)), cmp.Compare(ra, rb))
		}
		a, b = a[na:], b[nb:]
	}
	return cmp.Compare(len(a), len(b))
}

// firstUnit is the first UTF-16 code unit of a character.
func firstUnit(r rune) rune {
	if r < 0x10000 {
		return r
	}
	return 0xD800 + (r-0x10000)>>10
}
