// Package sqlfrag carries SQL text and the values it needs together. Text names
// a value as @name; the numbers $1, $2, … are given once, at the end, in order
// of first use. A value never becomes text, and a name without a value or a
// value without a use is an error.
package sqlfrag

import (
	"fmt"
	"reflect"
	"strings"
)

// Param is one bound value of a statement.
type Param struct {
	Name  string `json:"name"`  // as written behind @ in the text
	Type  string `json:"type"`  // PostgreSQL type, written as a cast at each use
	Value any    `json:"value"` // what is bound
}

// Fragment is a piece of SQL with the values that it names.
type Fragment struct {
	Text   string
	Params []Param
}

// New makes a fragment.
func New(text string, params ...Param) Fragment { return Fragment{Text: text, Params: params} }

// Join puts fragments together with sep between their texts.
func Join(sep string, parts ...Fragment) Fragment {
	var out Fragment
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Text
		out.Params = append(out.Params, p.Params...)
	}
	out.Text = strings.Join(texts, sep)
	return out
}

// Statement is what runs: the text with $n, and the values in that order.
type Statement struct {
	SQL    string  `json:"sql"`
	Params []Param `json:"params"`
}

// Args lists the values in the order of their numbers.
func (s Statement) Args() []any {
	out := make([]any, len(s.Params))
	for i, p := range s.Params {
		out[i] = p.Value
	}
	return out
}

// Bind numbers the parameters. It fails when the text names a value that the
// fragment does not carry, when a value is never named, and when one name
// carries two values.
func (f Fragment) Bind() (Statement, error) {
	values := map[string]Param{}
	for _, p := range f.Params {
		if old, ok := values[p.Name]; ok && !reflect.DeepEqual(old, p) {
			return Statement{}, fmt.Errorf("parameter @%s has two values", p.Name)
		}
		values[p.Name] = p
	}
	var sql strings.Builder
	var out []Param
	number := map[string]int{}
	rest := f.Text
	for {
		before, name, after, ok := nextName(rest)
		sql.WriteString(before)
		if !ok {
			break
		}
		p, known := values[name]
		if !known {
			return Statement{}, fmt.Errorf("the text names @%s, which has no value", name)
		}
		if number[name] == 0 {
			out = append(out, p)
			number[name] = len(out)
		}
		fmt.Fprintf(&sql, "$%d::%s", number[name], p.Type)
		rest = after
	}
	for name := range values {
		if number[name] == 0 {
			return Statement{}, fmt.Errorf("parameter @%s is never used", name)
		}
	}
	return Statement{SQL: sql.String(), Params: out}, nil
}

// nextName finds the first @name; an @ that is part of an operator is passed over.
func nextName(s string) (before, name, after string, ok bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != '@' || i > 0 && strings.IndexByte("<>@?#&|", s[i-1]) >= 0 {
			continue
		}
		end := i + 1
		for end < len(s) && (s[end] == '_' || s[end] >= 'a' && s[end] <= 'z' || s[end] >= '0' && s[end] <= '9') {
			end++
		}
		if end > i+1 {
			return s[:i], s[i+1 : end], s[end:], true
		}
	}
	return s, "", "", false
}

// Ident quotes an identifier. Every identifier that does not stand in the text
// of this module as a constant goes through here.
func Ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
