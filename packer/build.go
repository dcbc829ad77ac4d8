package packer

import (
	"fmt"
	"strings"
)

// Key names a form of a candidate.
type Key struct {
	Object string // bare id
	Rev    int
	Form   string // name of the representation
}

// Contents holds the texts of the picked forms, save those held by reference.
type Contents map[Key]string

// Key names the form that is packed.
func (p *Picked) Key() Key { return Key{Object: p.Object, Rev: p.Rev, Form: p.Form.Name} }

// Build makes the bundle of a packing. It fails when a text is missing, when a
// path does not fit its hops, or when Address fails.
func Build(p Packing, texts Contents, m Meta) (Bundle, error) {
	id, err := Address(p, m)
	if err != nil {
		return Bundle{}, err
	}
	b := Bundle{ID: id, Task: m.Task, Items: make([]Item, 0, len(p.Items)), Metadata: metadata(p, m)}
	for i := range p.Items {
		it, err := item(&p.Items[i], texts, m)
		if err != nil {
			return Bundle{}, fmt.Errorf("%s: %w", p.Items[i].Address(), err)
		}
		b.Items = append(b.Items, it)
	}
	if m.Evidence != nil {
		b.Evidence = evidence(p.Items, m.Evidence)
	}
	return b, nil
}

func item(p *Picked, texts Contents, m Meta) (Item, error) {
	if len(p.Path) != p.Hops+1 || len(p.Via) != p.Hops {
		return Item{}, fmt.Errorf("%d hops with %d addresses and %d relations", p.Hops, len(p.Path), len(p.Via))
	}
	it := Item{
		Object: p.Address(), Representation: p.Form.Name, MediaType: p.Form.MediaType,
		Tokens: p.Form.Tokens, Estimator: p.Form.Estimator, Score: p.Score,
		Why: why(p, m), Path: p.Path,
		State: p.State.String(), Origin: p.Origin.String(), Trust: p.Trust.String(),
		Validation: p.Validation.String(), Roles: p.Form.Roles.Words(),
		ContentRef: p.Form.ContentRef, ContentHash: p.Form.ContentHash,
	}
	if it.ContentRef == nil {
		text, ok := texts[p.Key()]
		if !ok {
			return Item{}, fmt.Errorf("no content for representation %q", p.Form.Name)
		}
		it.Content = &text
	}
	return it, nil
}

// why lists the reasons in the order of QB6. A preferred representation comes
// last, as it does in the canonical query.
func why(p *Picked, m Meta) []Why {
	out := make([]Why, 0, 3)
	switch {
	case p.Own > 0 && m.Lexical:
		out = append(out, Why{Kind: WhyLexical, Terms: p.Terms})
	case p.Own > 0:
		out = append(out, Why{Kind: WhyRelevance, Scorer: m.Scorer})
	}
	if p.Hops > 0 {
		out = append(out, Why{Kind: WhyExpansion, From: p.Path[0], Via: p.Via, Hops: p.Hops})
	}
	for _, term := range p.Boosts {
		out = append(out, Why{Kind: WhyPreferred, Term: term})
	}
	if p.Preferred {
		out = append(out, Why{Kind: WhyPreferred, Term: "REPRESENTATION " + quote(p.Form.Name)})
	}
	return out
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quote prints a string as the canonical query does (QG1).
func quote(s string) string { return `"` + escapes.Replace(s) + `"` }
