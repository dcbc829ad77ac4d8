package oracle

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/packer"
)

// evidence lists the derivations of an item's revision and the entities that the
// object is linked to (QB9).
func (v *view) evidence(c *candidate) packer.Evidence {
	e := packer.Evidence{Object: v.at(c.id)}
	e.Derivations = v.derivations(c)
	e.Entities = v.entitiesOf(c)
	return e
}

// derivations go by relation, source, pinned revision; those without a pin first.
func (v *view) derivations(c *candidate) []packer.Derivation {
	all := slices.Clone(c.revision.derivations)
	pin := func(d record) int {
		if d.SourceRev == nil {
			return 0
		}
		return *d.SourceRev
	}
	slices.SortFunc(all, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.Source, b.Source), cmp.Compare(pin(a), pin(b)))
	})
	out := []packer.Derivation{}
	for _, d := range all {
		one := packer.Derivation{Relation: d.Relation, Source: d.Source, LinkState: v.linkState(c.revision, d)}
		if d.SourceRev != nil {
			one.Source += "@" + strconv.Itoa(*d.SourceRev)
		}
		if id, ok := d.sourceObject(); ok && v.selected[id] != nil {
			one.SourceLatest = &v.selected[id].Rev
		}
		out = append(out, one)
	}
	return out
}

// entitiesOf goes by entity and relationship. An edge end without an entity
// record has no kind and is not listed.
func (v *view) entitiesOf(c *candidate) []packer.EntityLink {
	self := objectScheme + c.id
	out := []packer.EntityLink{}
	for _, e := range v.edges {
		other := e.To
		if e.To == self {
			other = e.From
		} else if e.From != self {
			continue
		}
		id, ok := strings.CutPrefix(other, entityScheme)
		entity, known := v.entities[id]
		if ok && known && v.holds(e) {
			out = append(out, packer.EntityLink{Entity: other, Kind: entity.Type, Relationship: e.Relationship})
		}
	}
	slices.SortFunc(out, func(a, b packer.EntityLink) int {
		return cmp.Or(cmp.Compare(a.Entity, b.Entity), cmp.Compare(a.Relationship, b.Relationship))
	})
	return slices.Compact(out)
}

// versioned adds its selected revision to the address of an object.
func (v *view) versioned(node string) string {
	if id, ok := strings.CutPrefix(node, objectScheme); ok {
		return v.at(id)
	}
	return node
}
