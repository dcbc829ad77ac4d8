package schema

// Reason says why an object that was considered is not in the bundle. Each
// object has the first reason that removes it (QS7).
type Reason int8

// The reasons in the order in which they are tried. ReasonNone marks an object
// that is eligible.
const (
	ReasonNone Reason = iota
	ReasonOutOfScope
	ReasonMaxAge
	ReasonSecret
	ReasonTrust
	ReasonStale
	ReasonRole
	ReasonNoRepresentation
	ReasonMaxObjects
	ReasonBudget
)

var reasonWords = word{"none", "out_of_scope", "max_age", "excluded_secret", "excluded_trust", "excluded_stale",
	"excluded_role", "no_packable_representation", "max_objects", "budget"}

func (r Reason) String() string { return reasonWords.name(int(r)) }

// ExclusionReasons lists the seven reasons that the bundle counts (QS11).
func ExclusionReasons() []Reason {
	out := make([]Reason, 0, 7)
	for r := ReasonOutOfScope; r <= ReasonNoRepresentation; r++ {
		out = append(out, r)
	}
	return out
}
