package plan

import (
	"encoding/json"
	"fmt"

	"github.com/sqlq-dev/sqlq/schema"
)

// MarshalJSON prints the set of role classes in hexadecimal: as a number it would
// lose digits in readers that take numbers for floating point. It is null when
// every class may be read.
func (e Exclusion) MarshalJSON() ([]byte, error) {
	out := struct {
		MaxAge    int64   `json:"max_age_seconds"` // 0: any age
		Untrusted bool    `json:"untrusted"`
		Stale     bool    `json:"stale"`
		Allowed   *string `json:"role_classes"` // those that may be read
	}{int64(e.MaxAge.Seconds()), e.Untrusted, e.Stale, nil}
	if e.Allowed != AllClasses {
		mask := fmt.Sprintf("%#x", e.Allowed)
		out.Allowed = &mask
	}
	return json.Marshal(out)
}

// MarshalJSON prints the term and what satisfies it: state current, or a trust
// level and those above.
func (b Boost) MarshalJSON() ([]byte, error) {
	out := struct {
		Term  string `json:"term"`
		State string `json:"state,omitempty"`
		Trust string `json:"trust_at_least,omitempty"`
	}{Term: b.Term}
	if b.Current {
		out.State = schema.StateCurrent.String()
	} else {
		out.Trust = b.AtLeast.String()
	}
	return json.Marshal(out)
}
