package report_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq/batch/report"
)

const lines = `{"id":"1","bundle":{"id":"context://ctx_1","items":[
{"object":"object://a<b>@1","tokens":30,"score":500000,"state":"current","trust":"verified"},
{"object":"object://b@2","tokens":20,"score":250000,"state":"stale","trust":"untrusted","why":[{"kind":"graph_expansion","hops":2}]}],
"metadata":{"canonical_query":"CONTEXT FOR \"x\" USING PROJECT \"red\" BUDGET 100 TOKENS","budget":{"limit":100,"used":50},"scorer":"lexical-v1","considered":1000,"excluded":{"out_of_scope":995},"truncated":true,"evaluated_at":"2026-01-01T00:00:00Z"}}}
{"id":"2","bundle":{"id":"context://ctx_2","items":[{"object":"object://a<b>@3","tokens":7,"score":1250000,"state":"current","trust":"verified"}],
"metadata":{"canonical_query":"CONTEXT FOR \"x\"","budget":{"limit":null,"used":7},"scorer":"lexical-v1","considered":4,"excluded":{},"evaluated_at":"2026-01-01T00:00:00Z"}}}
{"id":"3","bundle":{"id":"context://ctx_3","items":[],"metadata":{"canonical_query":"?","budget":{"limit":10,"used":0},"scorer":"e5","considered":4,"excluded":{},"evaluated_at":"2026-01-01T00:00:00Z"}}}
nonsense
`

func read(t *testing.T) report.Report {
	t.Helper()
	text := strings.ReplaceAll(strings.ReplaceAll(lines, ",\n", ","), "[\n", "[")
	r, err := report.Read("bundles.ndjson", strings.NewReader(text), 10)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRead(t *testing.T) {
	r := read(t)
	if r.Tasks != 3 || r.Bad != 1 || r.Empty != 1 || r.Truncated != 1 || r.OverScope != 1 || r.Items != 3 || r.Tokens != 57 ||
		r.Stale != 1 || r.Untrusted != 1 || r.Expanded != 1 || r.Distinct != 2 || r.From != r.To || r.Spread.Low != 0.5 {
		t.Errorf("%+v", r)
	}
	if r.Objects[0] != (report.Load{Object: "object://a<b>", Bundles: 2, Tokens: 37}) {
		t.Errorf("the load is %+v", r.Objects)
	}
	if r.Budget[5].Count != 1 || r.Budget[0].Count != 1 || r.Budget[10].Count != 1 || r.Scores[2].Count != 1 || r.Scores[10].Count != 1 ||
		len(r.Hops) != 3 || r.Hops[2].Count != 1 {
		t.Errorf("%+v\n%+v\n%+v", r.Budget, r.Scores, r.Hops)
	}
	if len(r.Projects) != 2 || r.Projects[1].Name != "red" || r.Projects[1].Truncated != 1 || r.Scorers[0].Name != "lexical-v1" || r.Scorers[0].Tasks != 2 {
		t.Errorf("%+v\n%+v", r.Projects, r.Scorers)
	}
	if _, err := report.Read("x", strings.NewReader("id,bundle\n"), 10); err == nil || !strings.Contains(err.Error(), "x holds no line of a batch") {
		t.Error(err)
	}
	if r, err := report.Read("x", strings.NewReader(""), 10); err != nil || r.Tasks != 0 {
		t.Errorf("of nothing: %+v, %v", r, err)
	}
}

func TestForms(t *testing.T) {
	for name, r := range map[string]report.Report{"some": read(t), "none": {}} {
		var text, object, page strings.Builder
		for _, err := range []error{r.Text(&text), r.JSON(&object), r.HTML(&page)} {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		var back report.Report
		if err := json.Unmarshal([]byte(object.String()), &back); err != nil || back.Tasks != r.Tasks {
			t.Errorf("%s: %v", name, err)
		}
		html := page.String()
		if strings.Contains(html, "<b>") || regexp.MustCompile(`(?i)<script|<link|@import|url\(|src=|href=|https?:`).MatchString(html) {
			t.Errorf("%s: the page is not by itself, or does not escape", name)
		}
		if strings.Count(html, "<svg") != 3 || strings.Count(html, "<details>") != 3 || strings.Count(html, `tabindex="0"`) < 6 {
			t.Errorf("%s: the page lacks charts or tables", name)
		}
	}
	var text strings.Builder
	if err := read(t).Text(&text); err != nil || !strings.Contains(text.String(), "truncated     1 (33.3 %)") {
		t.Error(text.String(), err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(lines)
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := report.Read("x", strings.NewReader(text), 3); err == nil {
			r.Text(&strings.Builder{}) //nolint:errcheck // no panic
			r.HTML(&strings.Builder{}) //nolint:errcheck // likewise
		}
	})
}
