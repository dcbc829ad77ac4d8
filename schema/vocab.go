package schema

import "strings"

// word is one closed vocabulary: the position of a word is its value.
type word []string

// parse finds a word whatever the case of its ASCII letters; ok is false for a
// foreign one. Unicode folding would take the Kelvin sign for a k.
func (w word) parse(s string) (n int, ok bool) {
	for i, v := range w {
		if len(v) == len(s) && strings.EqualFold(v, s) {
			return i, true
		}
	}
	return 0, false
}

// name prints value n, or "invalid" for a value outside the vocabulary.
func (w word) name(n int) string {
	if n < 0 || n >= len(w) {
		return "invalid"
	}
	return w[n]
}

// Trust says how far information may be relied on, lowest first. The order
// counts for PREFER and EXCLUDE only.
type Trust int8

// The trust levels, lowest first. A missing trust reads as TrustUnknown (M3).
const (
	TrustUntrusted Trust = iota
	TrustUnknown
	TrustInferred
	TrustVerified
	TrustAuthoritative
)

var trustWords = word{"untrusted", "unknown", "inferred", "verified", "authoritative"}

// ParseTrust reads a trust level, whatever its case.
func ParseTrust(s string) (Trust, bool) { n, ok := trustWords.parse(s); return Trust(n), ok }

func (t Trust) String() string { return trustWords.name(int(t)) }

// TrustLevels lists the words, lowest first.
func TrustLevels() []string { return append([]string(nil), trustWords...) }

// Origin says where information came from.
type Origin int8

// The origins in vocabulary order. A missing origin reads as OriginUnknown (M3).
const (
	OriginHuman Origin = iota
	OriginModel
	OriginExternal
	OriginSystem
	OriginImport
	OriginUnknown
)

var originWords = word{"human", "model", "external", "system", "import", "unknown"}

// ParseOrigin reads an origin, whatever its case.
func ParseOrigin(s string) (Origin, bool) { n, ok := originWords.parse(s); return Origin(n), ok }

func (o Origin) String() string { return originWords.name(int(o)) }

// Origins lists the words in order.
func Origins() []string { return append([]string(nil), originWords...) }

// Validation says who has checked the information.
type Validation int8

// The validations in vocabulary order. A missing one reads as ValidationNone (M3).
const (
	ValidationNone Validation = iota
	ValidationAutomated
	ValidationHuman
)

var validationWords = word{"none", "automated", "human"}

// ParseValidation reads a validation, whatever its case.
func ParseValidation(s string) (Validation, bool) {
	n, ok := validationWords.parse(s)
	return Validation(n), ok
}

func (v Validation) String() string { return validationWords.name(int(v)) }

// Validations lists the words in order.
func Validations() []string { return append([]string(nil), validationWords...) }

// State is a dependency state (M6), best first; a larger value is worse.
type State int8

// The dependency states, best first. The order is the rank order (QR11).
const (
	StateCurrent State = iota
	StateUnknown
	StateStale
	StateInvalid
)

var stateWords = word{"current", "unknown", "stale", "invalid"}

// ParseState reads a dependency state, whatever its case.
func ParseState(s string) (State, bool) { n, ok := stateWords.parse(s); return State(n), ok }

func (s State) String() string { return stateWords.name(int(s)) }

// States lists the words, best first.
func States() []string { return append([]string(nil), stateWords...) }

// LinkState is the state of one derivation (M5).
type LinkState int8

// The link states. LinkUnresolved counts as StateUnknown (M6).
const (
	LinkCurrent LinkState = iota
	LinkUnresolved
	LinkStale
	LinkInvalid
)

var linkWords = word{"current", "unresolved", "stale", "invalid"}

func (l LinkState) String() string { return linkWords.name(int(l)) }

// State is what the link contributes to the dependency state (M6).
func (l LinkState) State() State { return State(l) }
