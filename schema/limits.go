package schema

import "time"

// The limits of the language and of the model, all in one place. A value
// outside is an error of class limit and is never clamped (QG10).
const (
	MinBudget = 1
	MaxBudget = 10_000_000 // tokens

	MinObjects     = 1
	MaxObjects     = 500
	DefaultObjects = 20 // MAX OBJECTS when the query has none (QG8)

	MaxDepth     = 16
	DefaultDepth = 1 // MAX DEPTH when the query has none (QG8)

	MinFindLimit     = 1
	MaxFindLimit     = 1000
	DefaultFindLimit = 100 // LIMIT of FIND OBJECT when absent (QG12)

	MaxIDLength = 512 // bytes of an object or entity id (M2)

	MaxNameLength = 1000 // bytes of a project, type, relation or representation name: an index entry is limited

	MaxScore = 1_000_000 // the best relevance a provider may give (QR14)
)

// MaxAge is the longest span of MAX AGE: 100 years of 365 days (QG4).
const MaxAge = 100 * 365 * 24 * time.Hour

// Unit is a time unit of MAX AGE.
type Unit byte

// Span is the length of one unit (QG4): an hour, a day, a week, 30 days. It is
// zero for a letter that is no unit.
func (u Unit) Span() time.Duration {
	switch u {
	case 'h':
		return time.Hour
	case 'd':
		return 24 * time.Hour
	case 'w':
		return 7 * 24 * time.Hour
	case 'm':
		return 30 * 24 * time.Hour
	}
	return 0
}
