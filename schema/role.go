package schema

import "math/bits"

// Role is advisory metadata of a revision or representation.
type Role int8

// The roles in vocabulary order.
const (
	RoleData Role = iota
	RoleInstruction
	RolePrompt
	RolePolicy
	RoleExecutable
	RoleSecret
	RoleUntrustedExternal
	roleCount
)

var roleWords = word{"data", "instruction", "prompt", "policy", "executable", "secret", "untrusted_external"}

// ParseRole reads a role, whatever its case.
func ParseRole(s string) (Role, bool) { n, ok := roleWords.parse(s); return Role(n), ok }

func (r Role) String() string { return roleWords.name(int(r)) }

// Roles lists the words in order.
func Roles() []string { return append([]string(nil), roleWords...) }

// RoleSet is a set of roles, one bit a role, bit n for the role of value n.
type RoleSet uint8

// With adds a role.
func (s RoleSet) With(r Role) RoleSet { return s | 1<<r }

// Has tells whether the role is in the set.
func (s RoleSet) Has(r Role) bool { return s&(1<<r) != 0 }

// Words lists the set in vocabulary order (M7); never nil.
func (s RoleSet) Words() []string {
	out := make([]string, 0, bits.OnesCount8(uint8(s)))
	for r := range roleCount {
		if s.Has(r) {
			out = append(out, r.String())
		}
	}
	return out
}

// RoleClasses is the number of role sets without the secret role.
const RoleClasses = 64

// Class numbers the set from 0 to 63 when it holds no secret role; ok is false
// for a secret set, which nothing may read (QS8). It is the set with the bit of
// the secret role taken out, so that all classes fit one 64-bit word.
func (s RoleSet) Class() (class int, ok bool) {
	if s.Has(RoleSecret) {
		return 0, false
	}
	low := s & (1<<RoleSecret - 1)
	high := s >> (RoleSecret + 1) << RoleSecret
	return int(low | high), true
}

// ClassSet is the role set that Class numbers so.
func ClassSet(class int) RoleSet {
	s := RoleSet(class)
	return s&(1<<RoleSecret-1) | s>>RoleSecret<<(RoleSecret+1)
}

// RoleRule is one EXCLUDE ROLE item: representations whose effective roles
// include Role, and From as well when it is set.
type RoleRule struct {
	Role Role
	From *Role
}

// Removes tells whether the rule removes a representation with these roles.
func (r RoleRule) Removes(s RoleSet) bool {
	return s.Has(r.Role) && (r.From == nil || s.Has(*r.From))
}

// AllowedClasses has bit c set when no rule removes role class c. Every EXCLUDE
// ROLE clause becomes this one word.
func AllowedClasses(rules []RoleRule) uint64 {
	var allowed uint64
	for c := range RoleClasses {
		removed := false
		for _, r := range rules {
			removed = removed || r.Removes(ClassSet(c))
		}
		if !removed {
			allowed |= 1 << c
		}
	}
	return allowed
}
