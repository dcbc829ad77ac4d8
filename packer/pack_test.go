package packer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

// cand makes a candidate of forms written as name:tokens.
func cand(id string, score int, forms ...string) packer.Candidate {
	c := packer.Candidate{Object: id, Rev: 1, Score: score, Own: score, Path: []string{schema.ObjectAddress(id, 1)}}
	for _, f := range forms {
		name, tokens, _ := strings.Cut(f, ":")
		form := packer.Form{Name: name, MediaType: "text/plain", Estimator: packer.EstimatorChars}
		if _, err := fmt.Sscan(tokens, &form.Tokens); err != nil {
			panic(err)
		}
		form.ContentHash = schema.ContentHash(id + name)
		c.Forms = append(c.Forms, form)
	}
	return c
}

// show prints a packing: the items as id=form, what was left out as id!reason.
func show(p packer.Packing) string {
	var out []string
	for _, it := range p.Items {
		out = append(out, it.Object+"="+it.Form.Name)
	}
	for _, r := range p.LeftOut {
		id, _ := strings.CutPrefix(r.Object, schema.ObjectScheme)
		out = append(out, id+"!"+r.Reason.String())
	}
	return strings.Join(out, " ")
}

func TestPack(t *testing.T) {
	body := "body"
	tests := []struct {
		name  string
		opt   packer.Options
		cands []packer.Candidate
		want  string
		used  int
	}{
		{"nothing", packer.Options{Budget: 10}, nil, "", 0},
		{"no budget takes the largest", packer.Options{},
			[]packer.Candidate{cand("a", 9, "body:900", "note:3", "sum:20")}, "a=body", 900},
		{"pass 1 goes on after a miss", packer.Options{Budget: 10},
			[]packer.Candidate{cand("a", 9, "x:6"), cand("b", 8, "x:5"), cand("c", 7, "x:4")},
			"a=x c=x b@1!budget", 10},
		{"exact fit", packer.Options{Budget: 10}, []packer.Candidate{cand("a", 9, "x:10")}, "a=x", 10},
		{"smallest form, tie by name", packer.Options{Budget: 4},
			[]packer.Candidate{cand("a", 9, "z:4", "y:4", "x:5")}, "a=y", 4},
		{"coverage before depth", packer.Options{Budget: 10},
			[]packer.Candidate{cand("a", 9, "body:9", "sum:2"), cand("b", 8, "body:9", "sum:2")},
			"a=sum b=sum", 4},
		{"pass 2 counts what it frees", packer.Options{Budget: 10},
			[]packer.Candidate{cand("a", 9, "body:8", "sum:2"), cand("b", 8, "sum:2")}, "a=body b=sum", 10},
		{"largest that fits, tie by name", packer.Options{Budget: 10},
			[]packer.Candidate{cand("a", 9, "e:11", "d:9", "c:9", "b:3", "a:1")}, "a=c", 9},
		{"equal size does not replace", packer.Options{Budget: 10},
			[]packer.Candidate{cand("a", 9, "b:3", "a:3")}, "a=a", 3},
		{"one sweep", packer.Options{Budget: 20},
			[]packer.Candidate{cand("a", 9, "l:19", "m:12", "s:1"), cand("b", 8, "l:9", "s:2")}, "a=m b=s", 14},
		{"no tokens fit a full budget", packer.Options{Budget: 1},
			[]packer.Candidate{cand("a", 9, "x:1"), cand("b", 8, "empty:0")}, "a=x b=empty", 1},
		{"preferred, no pass 2", packer.Options{Budget: 100, Prefer: &body},
			[]packer.Candidate{cand("a", 9, "body:5", "full:50", "sum:1"), cand("b", 8, "full:9", "sum:1")},
			"a=body b=sum", 6},
		{"preferred does not fit", packer.Options{Budget: 4, Prefer: &body},
			[]packer.Candidate{cand("a", 9, "body:5", "full:3", "sum:1")}, "a=sum", 1},
		{"max objects before budget", packer.Options{Budget: 3, MaxObjects: 2},
			[]packer.Candidate{cand("d", 6, "x:1"), cand("c", 7, "x:1"), cand("b", 8, "x:4"), cand("a", 9, "x:2")},
			"a=x b@1!budget c@1!max_objects d@1!max_objects", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := packer.Pack(tt.cands, tt.opt)
			if got := show(p); got != tt.want || p.Used != tt.used {
				t.Errorf("Pack = %q with %d tokens, want %q with %d", got, p.Used, tt.want, tt.used)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	want := []packer.Candidate{
		{Object: "z", Score: 10, State: schema.StateInvalid, Hops: 9},
		{Object: "y", Score: 9, State: schema.StateCurrent, Hops: 9},
		{Object: "x", Score: 9, State: schema.StateUnknown},
		{Object: "w", Score: 9, State: schema.StateStale},
		{Object: "B", Score: 9, State: schema.StateInvalid},
		{Object: "a", Score: 9, State: schema.StateInvalid},
		{Object: "a%2F", Score: 9, State: schema.StateInvalid},
		{Object: "A", Score: 9, State: schema.StateInvalid, Hops: 1},
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, packer.Compare)
	for i := range want {
		if got[i].Object != want[i].Object {
			t.Errorf("rank %d is %s, want %s", i, got[i].Object, want[i].Object)
		}
	}
}

func TestEstimateTokens(t *testing.T) {
	for chars, want := range map[int]int{0: 0, 1: 1, 4: 1, 5: 2, 8: 2, 9: 3} {
		if got := packer.EstimateTokens(chars); got != want {
			t.Errorf("EstimateTokens(%d) = %d, want %d", chars, got, want)
		}
	}
}

func BenchmarkPack(b *testing.B) {
	cands := make([]packer.Candidate, 500)
	for i := range cands {
		n := i * 7919 % 500 // a fixed shuffle
		cands[i] = cand(fmt.Sprintf("doc:%03d", n), 1000*(n%50),
			fmt.Sprintf("body:%d", 400+n), fmt.Sprintf("notes:%d", 100+n%90),
			fmt.Sprintf("summary:%d", 20+n%30), fmt.Sprintf("transcript:%d", 900+n*3))
	}
	for _, budget := range []int{0, 32_000} {
		b.Run(fmt.Sprintf("budget=%d", budget), func(b *testing.B) {
			b.ReportAllocs()
			items := 0
			for b.Loop() {
				items = len(packer.Pack(cands, packer.Options{Budget: budget, MaxObjects: 500}).Items)
			}
			b.ReportMetric(float64(items), "items")
		})
	}
}
