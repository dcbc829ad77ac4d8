package oracle

import (
	"slices"
	"strings"
)

// The seven reasons that a bundle counts, in the order in which they are tried
// (QS7, QS11).
var exclusions = []string{
	"out_of_scope", "max_age", "excluded_secret", "excluded_trust", "excluded_stale", "excluded_role",
	"no_packable_representation",
}

var roleOrder = []string{"data", "instruction", "prompt", "policy", "executable", "secret", "untrusted_external"}

// exclusion is the first reason that removes a live object, or its last
// remaining representation; "" when it is eligible (QS7).
func (v *view) exclusion(id string) string {
	r, q := v.selected[id], v.q
	project := v.objects[id].project
	left := slices.Clone(r.Representations)
	emptied := func(remove func(roles []string) bool) bool {
		before := len(left)
		left = slices.DeleteFunc(left, func(f form) bool { return remove(effective(r, f)) })
		return before > 0 && len(left) == 0
	}
	switch {
	case q.Project != nil && (project == nil || *project != *q.Project): // QS5
		return "out_of_scope"
	case q.MaxAge != nil && micro(*r.CreatedAt).Before(v.t.Add(-q.MaxAge.Span())): // QS2
		return "max_age"
	case slices.Contains(r.Roles, "secret"), emptied(isSecret):
		return "excluded_secret"
	case q.Exclude.Untrusted && r.Trust == "untrusted": // QS6
		return "excluded_trust"
	case q.Exclude.Stale && v.state[id] >= stale:
		return "excluded_stale"
	case emptied(v.roleExcluded):
		return "excluded_role"
	case !slices.ContainsFunc(left, packable):
		return "no_packable_representation"
	}
	return ""
}

// remaining lists the forms of an eligible object that may be packed: neither
// secret nor excluded by role, and text (QS8, QS9).
func (v *view) remaining(id string) []form {
	r := v.selected[id]
	return slices.DeleteFunc(slices.Clone(r.Representations), func(f form) bool {
		roles := effective(r, f)
		return isSecret(roles) || v.roleExcluded(roles) || !packable(f)
	})
}

func isSecret(roles []string) bool { return slices.Contains(roles, "secret") }

// roleExcluded tells whether an EXCLUDE ROLE item removes these roles.
func (v *view) roleExcluded(roles []string) bool {
	for _, rule := range v.q.Exclude.Roles {
		if slices.Contains(roles, rule.Role.String()) && (rule.From == nil || slices.Contains(roles, rule.From.String())) {
			return true
		}
	}
	return false
}

// effective are the roles of a revision and of its form, in vocabulary order (M7).
func effective(r *record, f form) []string {
	out := []string{}
	for _, role := range roleOrder {
		if slices.Contains(r.Roles, role) || slices.Contains(f.Roles, role) {
			out = append(out, role)
		}
	}
	return out
}

// packable tells whether a form is text (QS9), and of a known size when it is
// held by reference (QS10).
func packable(f form) bool {
	media, _, _ := strings.Cut(f.MediaType, ";")
	media = strings.ToLower(strings.TrimSpace(media))
	text := strings.HasPrefix(media, "text/") || media == "application/json"
	return text && (f.Content != nil || f.Tokens != nil)
}
