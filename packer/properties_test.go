package packer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

var formNames = []string{"summary", "body", "notes", "transcript"}

// drawCandidates makes up to 12 candidates that collide in score, state, hops
// and form sizes.
func drawCandidates(t *rapid.T) []packer.Candidate {
	out := make([]packer.Candidate, rapid.IntRange(0, 12).Draw(t, "candidates"))
	for i := range out {
		c := packer.Candidate{
			Object: fmt.Sprintf("o%d", i),
			Rev:    rapid.IntRange(1, 3).Draw(t, "rev"),
			Score:  rapid.IntRange(1, 4).Draw(t, "score"),
			State:  schema.State(rapid.IntRange(0, 3).Draw(t, "state")),
		}
		c.Own = rapid.SampledFrom([]int{0, c.Score}).Draw(t, "own")
		for range rapid.IntRange(0, 2).Draw(t, "hops") {
			c.Hops++
			c.Path = append(c.Path, schema.ObjectAddress("seed", c.Hops))
			c.Via = append(c.Via, "cites")
		}
		c.Path = append(c.Path, c.Address())
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(formNames), 1, 4, rapid.ID).Draw(t, "forms") {
			c.Forms = append(c.Forms, packer.Form{Name: name, Tokens: rapid.IntRange(0, 9).Draw(t, "tokens"),
				Estimator:   rapid.SampledFrom([]string{"declared", "cl100k-v1"}).Draw(t, "estimator"),
				ContentHash: schema.ContentHash(c.Object + name)})
		}
		out[i] = c
	}
	return out
}

func drawOptions(t *rapid.T) packer.Options {
	opt := packer.Options{Budget: rapid.IntRange(0, 40).Draw(t, "budget"), MaxObjects: rapid.IntRange(0, 14).Draw(t, "max")}
	if rapid.Bool().Draw(t, "prefer") {
		opt.Prefer = rapid.Ptr(rapid.SampledFrom(formNames), false).Draw(t, "name")
	}
	return opt
}

func TestPackProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cands, opt := drawCandidates(t), drawOptions(t)
		p := packer.Pack(cands, opt)
		checkInvariants(t, cands, opt, p)

		if q := packer.Pack(rapid.Permutation(cands).Draw(t, "order"), opt); !reflect.DeepEqual(p, q) {
			t.Fatalf("the order of the input matters: %s and %s", show(p), show(q))
		}
		if opt.MaxObjects > 0 {
			first := ranked(cands)[:min(opt.MaxObjects, len(cands))]
			if q := packer.Pack(first, opt); !reflect.DeepEqual(p.Items, q.Items) {
				t.Fatalf("the first %d alone pack to %s, not %s", opt.MaxObjects, show(q), show(p))
			}
		}
	})
}

// ranked gives the candidates in the order in which Pack without limits puts
// them.
func ranked(cands []packer.Candidate) []packer.Candidate {
	var out []packer.Candidate
	for _, it := range packer.Pack(cands, packer.Options{}).Items {
		out = append(out, it.Candidate)
	}
	return out
}

func checkInvariants(t *rapid.T, cands []packer.Candidate, opt packer.Options, p packer.Packing) {
	seen, used := map[string]bool{}, 0
	for i, it := range p.Items {
		used += it.Form.Tokens
		seen[it.Address()] = true
		if i > 0 && packer.Compare(p.Items[i-1].Candidate, it.Candidate) >= 0 {
			t.Fatalf("%s is not ranked before %s", p.Items[i-1].Object, it.Object)
		}
	}
	for _, r := range p.LeftOut {
		seen[r.Object] = true
	}
	switch {
	case used != p.Used:
		t.Fatalf("items hold %d tokens, Used is %d", used, p.Used)
	case opt.Budget > 0 && used > opt.Budget:
		t.Fatalf("%d tokens exceed the budget of %d", used, opt.Budget)
	case opt.MaxObjects > 0 && len(p.Items) > opt.MaxObjects:
		t.Fatalf("%d items exceed MAX OBJECTS %d", len(p.Items), opt.MaxObjects)
	case len(seen) != len(cands) || len(p.Items)+len(p.LeftOut) != len(cands):
		t.Fatalf("of %d candidates %d are items and %d left out", len(cands), len(p.Items), len(p.LeftOut))
	}
}

// Pass 2 keeps every item of pass 1, and no item gets smaller. A PREFER
// REPRESENTATION that nothing has leaves pass 1 alone.
func TestDepthKeepsCoverage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cands, opt, absent := drawCandidates(t), drawOptions(t), "absent"
		opt.Prefer = &absent
		pass1 := packer.Pack(cands, opt)
		opt.Prefer = nil
		both := packer.Pack(cands, opt)
		if len(both.Items) != len(pass1.Items) || !reflect.DeepEqual(both.LeftOut, pass1.LeftOut) {
			t.Fatalf("pass 1 gives %s, both passes %s", show(pass1), show(both))
		}
		for i, it := range both.Items {
			if one := pass1.Items[i]; it.Object != one.Object || it.Form.Tokens < one.Form.Tokens {
				t.Fatalf("item %d was %s in pass 1 and is %s", i, show(pass1), show(both))
			}
		}
	})
}

func TestBundleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opt := drawOptions(t)
		p := packer.Pack(drawCandidates(t), opt)
		texts := packer.Contents{}
		for i := range p.Items {
			texts[p.Items[i].Key()] = rapid.String().Draw(t, "text")
		}
		m := packer.Meta{Task: rapid.String().Draw(t, "task"), Canonical: rapid.String().Draw(t, "query"),
			EvaluatedAt: time.Unix(rapid.Int64Range(0, 1<<32).Draw(t, "now"), 0), Scorer: "embedding", Budget: opt.Budget}
		if rapid.Bool().Draw(t, "evidence") {
			m.Evidence = map[string]packer.Links{}
		}
		b, err := packer.Build(p, texts, m)
		if err != nil {
			t.Fatal(err)
		}
		first, err := b.JSON()
		if err != nil {
			t.Fatal(err)
		}
		var back packer.Bundle
		if err := json.Unmarshal(first, &back); err != nil || !reflect.DeepEqual(b, back) {
			t.Fatalf("read back (%v):\n%+v\nwant\n%+v", err, back, b)
		}
		again, _ := packer.Build(p, texts, m)
		if second, _ := again.JSON(); !bytes.Equal(first, second) {
			t.Fatalf("built twice:\n%s\n%s", first, second)
		}
	})
}
