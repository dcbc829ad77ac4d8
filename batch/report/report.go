package report

import (
	"cmp"
	"slices"
)

// Report is what the bundles of a batch have in common. Shares are of 1.
type Report struct {
	Source    string  `json:"source"`
	Tasks     int     `json:"tasks"` // bundles that were read
	Bad       int     `json:"bad_lines,omitempty"`
	Empty     int     `json:"empty"`       // bundles without any item
	Truncated int     `json:"truncated"`   // that left out something relevant
	OverScope int     `json:"over_scoped"` // whose project has less than one in a hundred of the objects
	Items     int     `json:"items"`
	Tokens    int     `json:"tokens"`
	From      string  `json:"evaluated_from"` // first and last evaluation time; of one batch the same
	To        string  `json:"evaluated_to"`
	Stale     int     `json:"stale"`     // items of any state but current
	Untrusted int     `json:"untrusted"` // items of trust untrusted
	Expanded  int     `json:"expanded"`  // items that a link has led to
	Budget    []Bar   `json:"budget_use"`
	Hops      []Bar   `json:"hops"`
	Scores    []Bar   `json:"scores"`
	Spread    Spread  `json:"score_spread"`
	Objects   []Load  `json:"objects"` // by bundles, tokens, address
	Distinct  int     `json:"distinct_objects"`
	Projects  []Group `json:"projects"`
	Scorers   []Group `json:"scorers"`
}

// Bar is one column of a histogram.
type Bar struct {
	Label string `json:"label"`
	Count int    `json:"count"`
}

// Spread is how far the scores of a bundle lie apart: the quartiles over all
// bundles of the lowest score over the highest.
type Spread struct {
	Low    float64 `json:"q1"`
	Median float64 `json:"median"`
	High   float64 `json:"q3"`
}

// Load is what an object costs all bundles together.
type Load struct {
	Object  string `json:"object"` // object://id, all revisions
	Bundles int    `json:"bundles"`
	Tokens  int    `json:"tokens"`
}

// Group is the bundles of a project or a scorer.
type Group struct {
	Name      string `json:"name"`
	Tasks     int    `json:"tasks"`
	Empty     int    `json:"empty"`
	Truncated int    `json:"truncated"`
	Items     int    `json:"items"`
	Tokens    int    `json:"tokens"`
}

// share is n of all; 0 of none.
func share(n, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(n) / float64(all)
}

// topObjects are the n objects that cost most.
func topObjects(loads map[string]*Load, n int) []Load {
	out := make([]Load, 0, len(loads))
	for _, l := range loads {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Load) int {
		return cmp.Or(cmp.Compare(b.Bundles, a.Bundles), cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(a.Object, b.Object))
	})
	return out[:min(n, len(out))]
}

// sortedGroups are the groups, largest first.
func sortedGroups(groups map[string]*Group) []Group {
	out := make([]Group, 0, len(groups))
	for _, g := range groups {
		out = append(out, *g)
	}
	slices.SortFunc(out, func(a, b Group) int { return cmp.Or(cmp.Compare(b.Tasks, a.Tasks), cmp.Compare(a.Name, b.Name)) })
	return out
}

// quartiles of values, which it sorts.
func quartiles(v []float64) Spread {
	if len(v) == 0 {
		return Spread{}
	}
	slices.Sort(v)
	at := func(p int) float64 { return v[(len(v)-1)*p/4] }
	return Spread{at(1), at(2), at(3)}
}
