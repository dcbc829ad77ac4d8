package packer_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

// The conformance cases hold exact bundles. SQLQ_CONFORMANCE_DIR names their folder.
const defaultConformance = "../../shared/conformance"

type conformanceCase struct {
	ID          string
	Bundle      json.RawMessage
	Explanation *struct {
		Items []struct {
			Object    string
			Breakdown struct{ Lexical, Propagated int } `json:"score_breakdown"`
		}
		Rejected []struct{ Object, Reason string }
	}
}

// TestConformance packs the objects of every exact bundle again, from all the
// forms that the store has of them, and must build the same bundle.
func TestConformance(t *testing.T) {
	dir := cmp.Or(os.Getenv("SQLQ_CONFORMANCE_DIR"), defaultConformance)
	stores, err := filepath.Glob(filepath.Join(dir, "store-*"))
	if err != nil || len(stores) == 0 {
		t.Skipf("no conformance cases in %s (%v)", dir, err)
	}
	bundles, items, addresses := 0, 0, 0
	for _, store := range stores {
		t.Run(filepath.Base(store), func(t *testing.T) {
			revisions := loadRevisions(t, store)
			readLines(t, filepath.Join(store, "cases.ndjson"), func(line []byte) {
				var c conformanceCase
				var want packer.Bundle
				decodeStrictly(t, line, &c, false)
				decodeStrictly(t, c.Bundle, &want, true)
				got := repack(t, c, want, revisions)
				bundles, items = bundles+1, items+len(want.Items)
				if got.ID == want.ID {
					addresses++
				}
				compareJSON(t, c.ID, got, c.Bundle)
			})
		})
	}
	t.Logf("%d of %d addresses match; %d items", addresses, bundles, items)
	if bundles < 200 || items < 1000 {
		t.Errorf("only %d bundles with %d items were read", bundles, items)
	}
}

func compareJSON(t *testing.T, id string, got packer.Bundle, want []byte) {
	t.Helper()
	text, err := got.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	decodeStrictly(t, text, &a, false)
	decodeStrictly(t, want, &b, false)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("case %s: bundle is\n%s\nwant\n%s", id, text, want)
	}
}

// repack builds the bundle from the objects that took part in packing. What the
// bundle does not tell is the rank of an object over the budget. Nothing of it
// fitted where it stood, so nothing of it fits behind the items either.
func repack(t *testing.T, c conformanceCase, want packer.Bundle, revisions map[string]revision) packer.Bundle {
	t.Helper()
	m, clauses := meta(t, want), parseClauses(want)
	opt := packer.Options{Budget: m.Budget, MaxObjects: clauses.maxObjects, Prefer: clauses.prefer}
	var cands []packer.Candidate
	texts := packer.Contents{}
	add := func(c packer.Candidate) {
		r := revisions[c.Address()]
		c.Forms = r.forms(clauses.rules)
		for _, f := range c.Forms {
			texts[packer.Key{Object: c.Object, Rev: c.Rev, Form: f.Name}] = r.texts[f.Name]
		}
		cands = append(cands, c)
	}
	for i, it := range want.Items {
		cand := candidate(t, it)
		if c.Explanation != nil {
			b := c.Explanation.Items[i].Breakdown
			cand.Own, cand.Propagated = b.Lexical, b.Propagated
		}
		add(cand)
	}
	if c.Explanation != nil {
		score := map[string]int{schema.ReasonBudget.String(): 0, schema.ReasonMaxObjects.String(): -1}
		for _, r := range c.Explanation.Rejected {
			if s, ok := score[r.Reason]; ok {
				id, rev := splitAddress(t, r.Object)
				add(packer.Candidate{Object: id, Rev: rev, Score: s})
			}
		}
	}
	p := packer.Pack(cands, opt)
	checkLeftOut(t, c, p)
	b, err := packer.Build(p, texts, m)
	if err != nil {
		t.Fatalf("case %s: %v", c.ID, err)
	}
	if c.Explanation == nil {
		b.Metadata.Truncated = want.Metadata.Truncated // which objects were left out is not told
	}
	return b
}

func checkLeftOut(t *testing.T, c conformanceCase, p packer.Packing) {
	t.Helper()
	if c.Explanation == nil {
		return
	}
	want, got := map[string]string{}, map[string]string{}
	for _, r := range c.Explanation.Rejected {
		if r.Reason == schema.ReasonBudget.String() || r.Reason == schema.ReasonMaxObjects.String() {
			want[r.Object] = r.Reason
		}
	}
	for _, r := range p.LeftOut {
		got[r.Object] = r.Reason.String()
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("case %s: left out %v, want %v", c.ID, got, want)
	}
}

// candidate reads back what the item tells of the candidate.
func candidate(t *testing.T, it packer.Item) packer.Candidate {
	t.Helper()
	c := packer.Candidate{Score: it.Score, Path: it.Path}
	c.Object, c.Rev = splitAddress(t, it.Object)
	c.State, _ = schema.ParseState(it.State)
	c.Origin, _ = schema.ParseOrigin(it.Origin)
	c.Trust, _ = schema.ParseTrust(it.Trust)
	c.Validation, _ = schema.ParseValidation(it.Validation)
	for _, w := range it.Why {
		switch {
		case w.Kind == packer.WhyLexical:
			c.Terms, c.Own = w.Terms, 1
		case w.Kind == packer.WhyExpansion:
			c.Via, c.Hops = w.Via, w.Hops
		case !strings.HasPrefix(w.Term, "REPRESENTATION "):
			c.Boosts = append(c.Boosts, w.Term)
		}
	}
	return c
}

func meta(t *testing.T, b packer.Bundle) packer.Meta {
	t.Helper()
	md := b.Metadata
	m := packer.Meta{Task: b.Task, Canonical: md.CanonicalQuery, Scorer: md.Scorer, Lexical: true,
		Considered: md.Considered, Excluded: map[schema.Reason]int{}, EvaluatedAt: parseTime(t, md.EvaluatedAt)}
	if md.AsOf != nil {
		at := parseTime(t, *md.AsOf)
		m.AsOf = &at
	}
	if md.Budget.Limit != nil {
		m.Budget = *md.Budget.Limit
	}
	for _, r := range schema.ExclusionReasons() {
		m.Excluded[r] = md.Excluded[r.String()]
	}
	if b.Evidence != nil {
		m.Evidence = map[string]packer.Links{}
		for _, e := range b.Evidence {
			id, _ := splitAddress(t, e.Object)
			m.Evidence[id] = e.Links
		}
	}
	return m
}

// clauses is what packing depends on of a canonical query.
type clauses struct {
	maxObjects int
	prefer     *string
	rules      []schema.RoleRule
}

var (
	taskClause    = regexp.MustCompile(`(?s)^CONTEXT FOR "(\\.|[^"\\])*"( USING PROJECT "(\\.|[^"\\])*")?`)
	maxClause     = regexp.MustCompile(` MAX OBJECTS (\d+)`)
	preferClause  = regexp.MustCompile(`REPRESENTATION "([^"\\]*)"`)
	excludeClause = regexp.MustCompile(`ROLE (\w+)(?: FROM (\w+))?`)
)

func parseClauses(b packer.Bundle) clauses {
	c := clauses{maxObjects: schema.DefaultObjects}
	text := taskClause.ReplaceAllString(b.Metadata.CanonicalQuery, "")
	if m := maxClause.FindStringSubmatch(text); m != nil {
		c.maxObjects, _ = strconv.Atoi(m[1])
	}
	if m := preferClause.FindStringSubmatch(text); m != nil {
		c.prefer = &m[1]
	}
	for _, m := range excludeClause.FindAllStringSubmatch(text, -1) {
		var rule schema.RoleRule
		rule.Role, _ = schema.ParseRole(m[1])
		if from, ok := schema.ParseRole(m[2]); ok {
			rule.From = &from
		}
		c.rules = append(c.rules, rule)
	}
	return c
}

func readLines(t *testing.T, path string, each func([]byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		each(s.Bytes())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}

func decodeStrictly(t *testing.T, text []byte, into any, strict bool) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	if strict {
		d.DisallowUnknownFields()
	}
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

func parseTime(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func splitAddress(t *testing.T, address string) (id string, rev int) {
	t.Helper()
	id, pin, ok := strings.Cut(strings.TrimPrefix(address, schema.ObjectScheme), "@")
	if _, err := fmt.Sscan(pin, &rev); !ok || err != nil {
		t.Fatalf("%q is no address of a revision", address)
	}
	return id, rev
}
