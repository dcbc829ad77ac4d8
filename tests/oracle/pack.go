package oracle

import (
	"cmp"
	"math"
	"slices"
)

// packing is what of the ranked objects is taken, and why the rest is not.
type packing struct {
	items    []*candidate
	used     int
	rejected map[string]string
}

// pack cuts the ranking and runs both passes.
func (v *view) pack(ranked []*candidate) packing {
	p := packing{rejected: map[string]string{}}
	limit := v.q.Budget
	if limit == 0 {
		limit = math.MaxInt // QG10, QP6
	}
	for i, c := range ranked {
		if i >= v.q.MaxObjects {
			p.rejected[c.id] = "max_objects"
			continue
		}
		c.packed = v.cover(c, limit-p.used)
		if c.packed == nil {
			p.rejected[c.id] = "budget"
			continue
		}
		p.used += size(*c.packed)
		p.items = append(p.items, c)
	}
	if v.q.Prefer.Representation != nil {
		return p
	}
	for _, c := range p.items {
		left := limit - p.used + size(*c.packed)
		if best := deepest(c, left); best != nil {
			p.used += size(*best) - size(*c.packed)
			c.packed = best
		}
	}
	return p
}

// cover is pass 1: the preferred form when it exists and fits, else the smallest
// that fits, by name among equals (QP1, QP2).
func (v *view) cover(c *candidate, left int) *form {
	fitting := slices.DeleteFunc(slices.Clone(c.forms), func(f form) bool { return size(f) > left })
	if len(fitting) == 0 {
		return nil
	}
	if name := v.q.Prefer.Representation; name != nil {
		if i := slices.IndexFunc(fitting, func(f form) bool { return f.Name == *name }); i >= 0 {
			return &fitting[i]
		}
	}
	slices.SortFunc(fitting, func(a, b form) int {
		return cmp.Or(cmp.Compare(size(a), size(b)), cmp.Compare(a.Name, b.Name))
	})
	return &fitting[0]
}

// deepest is pass 2: the largest form that fits and is strictly larger than the
// one it replaces, by name among equals (QP3).
func deepest(c *candidate, left int) *form {
	larger := slices.DeleteFunc(slices.Clone(c.forms), func(f form) bool { return size(f) > left || size(f) <= size(*c.packed) })
	if len(larger) == 0 {
		return nil
	}
	slices.SortFunc(larger, func(a, b form) int {
		return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(a.Name, b.Name))
	})
	return &larger[0]
}

// size is the stored estimate, else a quarter of the characters, rounded up
// (QP4, QP5).
func size(f form) int {
	if f.Tokens != nil {
		return *f.Tokens
	}
	return (len([]rune(*f.Content)) + 3) / 4
}

func estimator(f form) string {
	switch {
	case f.Tokens == nil:
		return "chars-div-4-v1"
	case f.Estimator == nil:
		return "declared"
	}
	return *f.Estimator
}
