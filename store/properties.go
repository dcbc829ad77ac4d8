package store

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// properties takes a JSON object; absent and null read as {}.
func (r *reader) properties() []byte {
	p := r.w.Properties
	r.w.Properties = nil
	switch {
	case len(p) == 0 || p.Kind() == 'n':
		return []byte("{}")
	case p.Kind() != '{':
		r.fail("properties", "must be a JSON object")
	}
	c, err := canonical(p)
	switch {
	case err != nil:
		r.fail("properties", "%v", err)
	case hasNUL(c):
		r.fail("properties", "has U+0000, which PostgreSQL cannot store")
	default:
		if n := hugeNumber(c); n != "" {
			r.fail("properties", "has the number %.40s, which PostgreSQL cannot store", n)
		}
	}
	return c
}

// canonical gives one text for equal objects; numbers keep their digits.
func canonical(properties []byte) ([]byte, error) {
	v := append(jsontext.Value(nil), properties...)
	err := v.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	return v, err
}

// hasNUL finds an escaped U+0000; an escaped backslash before u0000 is none.
func hasNUL(b []byte) bool {
	for i := 0; i+5 < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		if bytes.Equal(b[i+1:i+6], []byte("u0000")) {
			return true
		}
		i++
	}
	return false
}

// maxExponent is well within what a numeric of PostgreSQL can hold on either side
// of the point.
const maxExponent = 10_000

// hugeNumber finds a number with more digits or a larger exponent than that.
func hugeNumber(b []byte) string {
	dec := jsontext.NewDecoder(bytes.NewReader(b))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return "" // the end: the text was checked before
		}
		if token.Kind() != '0' {
			continue
		}
		text := token.String()
		digits, exponent, _ := strings.Cut(strings.ToLower(text), "e")
		n, err := strconv.Atoi(strings.TrimPrefix(exponent, "+"))
		if len(digits) > maxExponent || exponent != "" && (err != nil || n > maxExponent || n < -maxExponent) {
			return text
		}
	}
}
