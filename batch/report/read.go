package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sqlq-dev/sqlq/batch"
	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/translate/query"
)

// noProject names the group of bundles of every project.
const noProject = "(every project)"

// budgetLabels are the columns of the histogram of budgets; the last is for
// bundles without budget.
var budgetLabels = []string{"0–9 %", "10–19 %", "20–29 %", "30–39 %", "40–49 %", "50–59 %", "60–69 %", "70–79 %", "80–89 %", "90–100 %", "no limit"}

var scoreLabels = []string{"0–99k", "100k–199k", "200k–299k", "300k–399k", "400k–499k", "500k–599k", "600k–699k", "700k–799k", "800k–899k", "900k–1M", "over 1M"}

// maxHops is how far the language lets relevance spread (QG10).
const maxHops = 16

// reader gathers a report.
type reader struct {
	Report
	loads    map[string]*Load
	projects map[string]*Group
	scorers  map[string]*Group
	budget   []int
	scores   []int
	hops     []int
	spreads  []float64
}

// Read reads the NDJSON of a batch. Lines that are none of a batch are counted;
// when there is nothing else, that is an error. top is how many objects to name.
func Read(source string, in io.Reader, top int) (Report, error) {
	r := &reader{loads: map[string]*Load{}, projects: map[string]*Group{}, scorers: map[string]*Group{},
		budget: make([]int, len(budgetLabels)), scores: make([]int, len(scoreLabels)), hops: make([]int, maxHops+1)}
	r.Source = source
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return Report{}, err
		}
		if text := strings.TrimSpace(string(line)); text != "" {
			var record struct{ Bundle *packer.Bundle }
			if json.Unmarshal([]byte(text), &record) != nil || record.Bundle == nil || record.Bundle.ID == "" {
				r.Bad++
			} else {
				r.add(record.Bundle)
			}
		}
		if err != nil {
			break
		}
	}
	if r.Tasks == 0 && r.Bad > 0 {
		return Report{}, fmt.Errorf("%s holds no line of a batch", source)
	}
	r.finish(top)
	return r.Report, nil
}

// add enters a bundle.
func (r *reader) add(b *packer.Bundle) {
	m := b.Metadata
	r.Tasks++
	r.Items += len(b.Items)
	r.Tokens += m.Budget.Used
	if len(b.Items) == 0 {
		r.Empty++
	}
	if m.Truncated {
		r.Truncated++
	}
	if out := m.Excluded["out_of_scope"]; m.Considered > 0 && 100*(m.Considered-out) < m.Considered {
		r.OverScope++
	}
	if r.From == "" || m.EvaluatedAt < r.From {
		r.From = m.EvaluatedAt
	}
	r.To = max(r.To, m.EvaluatedAt)
	for _, g := range []*Group{group(r.projects, r.scoped(m)), group(r.scorers, m.Scorer)} {
		g.add(b)
	}
	r.budget[budgetColumn(m.Budget)]++
	r.addItems(b.Items)
}

func (r *reader) scoped(m packer.Metadata) string {
	q, err := query.Parse(m.CanonicalQuery)
	if c, ok := q.(query.Context); err == nil && ok && c.Project != nil {
		return *c.Project
	}
	return noProject
}

func (r *reader) addItems(items []packer.Item) {
	low, high := 0, 0
	for i := range items {
		it := &items[i]
		if it.State != "current" {
			r.Stale++
		}
		if it.Trust == "untrusted" {
			r.Untrusted++
		}
		hops := min(max(batch.Hops(it), 0), maxHops)
		if hops > 0 {
			r.Expanded++
		}
		r.hops[hops]++
		r.scores[min(max(it.Score, 0)/100_000, len(r.scores)-1)]++
		if i == 0 || it.Score < low {
			low = it.Score
		}
		high = max(high, it.Score)
		id := it.Object
		if at := strings.LastIndexByte(id, '@'); at > 0 {
			id = id[:at]
		}
		l := r.loads[id]
		if l == nil {
			l = &Load{Object: id}
			r.loads[id] = l
		}
		l.Bundles++
		l.Tokens += it.Tokens
	}
	if high > 0 {
		r.spreads = append(r.spreads, float64(low)/float64(high))
	}
}

func budgetColumn(b packer.Budget) int {
	if b.Limit == nil || *b.Limit <= 0 {
		return len(budgetLabels) - 1
	}
	return min(max(b.Used, 0)*10 / *b.Limit, 9)
}

func group(groups map[string]*Group, name string) *Group {
	if groups[name] == nil {
		groups[name] = &Group{Name: name}
	}
	return groups[name]
}

func (g *Group) add(b *packer.Bundle) {
	g.Tasks++
	g.Items += len(b.Items)
	g.Tokens += b.Metadata.Budget.Used
	if len(b.Items) == 0 {
		g.Empty++
	}
	if b.Metadata.Truncated {
		g.Truncated++
	}
}

// finish sorts and names what was counted.
func (r *reader) finish(top int) {
	r.Distinct = len(r.loads)
	r.Objects = topObjects(r.loads, top)
	r.Projects, r.Scorers = sortedGroups(r.projects), sortedGroups(r.scorers)
	r.Spread = quartiles(r.spreads)
	for i, label := range budgetLabels {
		r.Budget = append(r.Budget, Bar{label, r.budget[i]})
	}
	for i, label := range scoreLabels {
		r.Scores = append(r.Scores, Bar{label, r.scores[i]})
	}
	last := 0
	for i, n := range r.hops {
		if n > 0 {
			last = i
		}
	}
	for i := range last + 1 {
		r.Hops = append(r.Hops, Bar{fmt.Sprint(i), r.hops[i]})
	}
}
