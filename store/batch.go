package store

// A batch is bounded by records and by bytes of text, whichever comes first.
const (
	batchRecords = 20_000
	batchBytes   = 16 << 20
)

// from is a record with where it came from.
type from[T any] struct {
	origin
	record T
}

// batch gathers records that are written together.
type batch struct {
	objects     []from[Object]
	revisions   []from[printed]
	derivations []from[Derivation]
	entities    []from[Entity]
	edges       []from[Edge]
	records     int
	bytes       int64
	start       int64 // offset of the first record
	last        bool  // records of the drain: what is missing now is missing

	newObjects map[string]bool // objects that this batch adds: nothing of theirs is stored
}

func (b *batch) add(p parsed) {
	if b.records == 0 {
		b.start = p.offset
	}
	b.records++
	b.bytes = p.offset - b.start
	switch r := p.record.(type) {
	case Object:
		b.objects = append(b.objects, from[Object]{p.origin, r})
	case printed:
		b.revisions = append(b.revisions, from[printed]{p.origin, r})
	case Derivation:
		b.derivations = append(b.derivations, from[Derivation]{p.origin, r})
	case Entity:
		b.entities = append(b.entities, from[Entity]{p.origin, r})
	case Edge:
		b.edges = append(b.edges, from[Edge]{p.origin, r})
	}
}

func (b *batch) full() bool { return b.records >= batchRecords || b.bytes >= batchBytes }
