package plan

import (
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq/schema"
)

func trustTerm(t schema.Trust) string { return strings.ToUpper(t.String()) }

// String prints the plan as an indented tree, one stage a line.
func (p Plan) String() string {
	var b strings.Builder
	stage := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-11s %s\n", name, fmt.Sprintf(format, args...))
	}
	at := "the transaction's time"
	if p.AsOf != nil {
		at = schema.FormatTime(*p.AsOf)
	}
	stage("scope", "live objects at T = %s%s", at, p.Scope)
	stage("exclusion", "%s", p.Exclusion)
	stage("relevance", "score eligible objects for %q", p.Relevance.Task)
	if p.Expansion.Depth > 0 {
		stage("expansion", "halve along derivations and edges, up to %s", hops(p.Expansion.Depth))
	}
	for _, boost := range p.Boosts {
		stage("preference", "× 5/4 for %s", boost)
	}
	stage("rank", "score, state, hops, id; keep %d", p.Rank.Objects)
	stage("pack", "%s", p.Pack)
	return b.String()
}

func hops(n int) string {
	if n == 1 {
		return "1 hop"
	}
	return fmt.Sprintf("%d hops", n)
}

func (s Scope) String() string {
	if s.Project == nil {
		return ""
	}
	return fmt.Sprintf(" in project %q", *s.Project)
}

func (e Exclusion) String() string {
	var steps []string
	if e.MaxAge > 0 {
		steps = append(steps, fmt.Sprintf("older than %.0f s", e.MaxAge.Seconds()))
	}
	steps = append(steps, "secret")
	if e.Untrusted {
		steps = append(steps, "trust untrusted")
	}
	if e.Stale {
		steps = append(steps, "state stale or invalid")
	}
	if e.Allowed != AllClasses {
		steps = append(steps, fmt.Sprintf("role classes outside %#x", e.Allowed))
	}
	return "remove " + strings.Join(append(steps, "nothing to pack"), ", ")
}

func (b Boost) String() string {
	if b.Current {
		return b.Term
	}
	return b.Term + " and above"
}

func (p Pack) String() string {
	out := "no token limit"
	if p.Budget > 0 {
		out = fmt.Sprintf("%d tokens", p.Budget)
	}
	if p.Representation != nil {
		out += fmt.Sprintf(", prefer representation %q", *p.Representation)
	} else {
		out += ", smallest form first, then the largest that fits"
	}
	if p.Evidence {
		out += ", with evidence"
	}
	return out
}
