package store

import "github.com/sqlq-dev/sqlq/schema"

// classes is what a query needs to know of a revision's representations to
// decide eligibility without reading them (QS7 to QS10).
type classes struct {
	secret   bool
	roles    uint64 // bit c: a representation of role class c exists
	packable uint64 // bit c: a packable one exists
}

func (r *Revision) classes() classes {
	c := classes{secret: r.Roles.Has(schema.RoleSecret)}
	for i := range r.Representations {
		class, open := (r.Roles | r.Representations[i].Roles).Class()
		if !open {
			continue
		}
		c.roles |= 1 << class
		if r.Representations[i].packable() {
			c.packable |= 1 << class
		}
	}
	if len(r.Representations) > 0 && c.roles == 0 {
		c.secret = true
	}
	return c
}

// packable tells whether the form is text that can be sized: held here, or by
// reference with a stored estimate (QS9, QS10).
func (f *Representation) packable() bool {
	return schema.TextMedia(f.MediaType) && (f.Content != nil || f.Tokens != nil)
}
