package query

import (
	"cmp"
	"slices"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// prefer adds items to the set (QG6).
func (r *resolver) prefer(p *Prefer, items []syntax.PreferItem) {
	for _, item := range items {
		switch item.Word.Word {
		case "CURRENT":
			p.Current = true
		case "REPRESENTATION":
			name := item.Representation
			if p.Representation != nil && *p.Representation != name.Value {
				r.fail(r.representationConflict(*name, *p.Representation))
				return
			}
			p.Representation = &name.Value
		default:
			// The parser takes exactly the words of the vocabulary.
			level, _ := schema.ParseTrust(item.Word.Word)
			p.Trust = append(p.Trust, level)
		}
	}
	slices.Sort(p.Trust)
	p.Trust = slices.Compact(p.Trust)
}

// exclude adds items to the set (QG6).
func (r *resolver) exclude(e *Exclude, items []syntax.ExcludeItem) {
	for _, item := range items {
		switch item.Word.Word {
		case "UNTRUSTED":
			e.Untrusted = true
		case "STALE":
			e.Stale = true
		default: // ROLE
			e.Roles = append(e.Roles, roleRule(item))
		}
	}
	slices.SortFunc(e.Roles, compareRules)
	e.Roles = slices.CompactFunc(e.Roles, func(a, b schema.RoleRule) bool { return compareRules(a, b) == 0 })
}

// roleRule reads ROLE r [FROM s], whose words the parser has checked.
func roleRule(item syntax.ExcludeItem) schema.RoleRule {
	role, _ := schema.ParseRole(item.Role.Word)
	rule := schema.RoleRule{Role: role}
	if item.From != nil {
		from, _ := schema.ParseRole(item.From.Word)
		rule.From = &from
	}
	return rule
}

// compareRules orders by role, `ROLE r` before `ROLE r FROM s`, then by s (QG7).
func compareRules(a, b schema.RoleRule) int {
	from := func(r schema.RoleRule) int {
		if r.From == nil {
			return -1
		}
		return int(*r.From)
	}
	return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(from(a), from(b)))
}
