package packer

import (
	"slices"

	"github.com/sqlq-dev/sqlq/schema"
)

// Options are the clauses of a query that steer packing.
type Options struct {
	Budget     int     // tokens, schema.MinBudget to schema.MaxBudget; 0: no limit (QP6)
	MaxObjects int     // objects kept after ranking; 0: all
	Prefer     *string // name in PREFER REPRESENTATION; nil without the clause
}

// Packing is the outcome of Pack.
type Packing struct {
	Items   []Picked   // in rank order
	LeftOut []Rejected // in rank order: the objects over the budget, then those over MAX OBJECTS
	Used    int        // sum of the item tokens, never over the budget
}

// Picked is a candidate with the one form that is packed.
type Picked struct {
	Candidate
	Form      Form
	Preferred bool // the form is the one that PREFER REPRESENTATION names
}

// Rejected is an object that packing left out.
type Rejected struct {
	Object string        // object://id@rev
	Reason schema.Reason // ReasonMaxObjects or ReasonBudget
}

// Pack ranks the candidates, keeps the first MaxObjects and fits one form of
// each into the budget in two passes. The order of the input does not matter and
// the input is left as it is. To let the bundle tell that MAX OBJECTS cut
// something off, give at least one candidate more than MaxObjects (QS13).
func Pack(cands []Candidate, opt Options) Packing {
	ranked := rank(cands)
	kept := len(ranked)
	if opt.MaxObjects > 0 {
		kept = min(kept, opt.MaxObjects)
	}
	p := packer{Options: opt, left: opt.Budget}
	p.cover(ranked[:kept])
	if opt.Prefer == nil {
		p.deepen()
	}
	for _, c := range ranked[kept:] {
		p.reject(c, schema.ReasonMaxObjects)
	}
	return p.Packing
}

// rank sorts pointers: a candidate is large and the caller keeps its order.
func rank(cands []Candidate) []*Candidate {
	ranked := make([]*Candidate, len(cands))
	for i := range cands {
		ranked[i] = &cands[i]
	}
	slices.SortFunc(ranked, compare)
	return ranked
}

// packer carries what is left of the budget through the passes.
type packer struct {
	Options
	Packing
	left int // tokens; without meaning when there is no budget
}

// cover is pass 1: every object gets its preferred form, or else its smallest.
// An object for which nothing fits is left out and the pass goes on, since a
// smaller one may follow (QP1).
func (p *packer) cover(ranked []*Candidate) {
	p.Items = make([]Picked, 0, len(ranked))
	for _, c := range ranked {
		f := p.first(c.Forms)
		if f == nil {
			p.reject(c, schema.ReasonBudget)
			continue
		}
		preferred := p.Prefer != nil && f.Name == *p.Prefer
		p.Items = append(p.Items, Picked{Candidate: *c, Form: *f, Preferred: preferred})
		p.take(f.Tokens)
	}
}

// deepen is pass 2: in rank order every item gets its largest form that fits,
// in one sweep (QP3).
func (p *packer) deepen() {
	for i := range p.Items {
		it := &p.Items[i]
		if f := p.larger(it.Forms, it.Form.Tokens); f != nil {
			p.take(f.Tokens - it.Form.Tokens)
			it.Form = *f
		}
	}
}

// first chooses the form for pass 1, nil when none fits: the preferred one when
// it is there and fits, else the smallest, ties by name (QP1, QP2).
func (p *packer) first(forms []Form) *Form {
	var best *Form
	for i := range forms {
		f := &forms[i]
		if !p.fits(f.Tokens) {
			continue
		}
		if p.Prefer != nil && f.Name == *p.Prefer {
			return f
		}
		if best == nil || f.Tokens < best.Tokens || f.Tokens == best.Tokens && f.Name < best.Name {
			best = f
		}
	}
	return best
}

// larger chooses the form for pass 2, nil when the present one stays: the largest
// that fits once the tokens of the present form are free again, strictly larger
// than that one, ties by name (QP3).
func (p *packer) larger(forms []Form, present int) *Form {
	var best *Form
	for i := range forms {
		f := &forms[i]
		if f.Tokens <= present || !p.fits(f.Tokens-present) {
			continue
		}
		if best == nil || f.Tokens > best.Tokens || f.Tokens == best.Tokens && f.Name < best.Name {
			best = f
		}
	}
	return best
}

func (p *packer) fits(tokens int) bool { return p.Budget == 0 || tokens <= p.left }

func (p *packer) take(tokens int) {
	p.Used += tokens
	p.left -= tokens
}

func (p *packer) reject(c *Candidate, why schema.Reason) {
	p.LeftOut = append(p.LeftOut, Rejected{Object: c.Address(), Reason: why})
}
