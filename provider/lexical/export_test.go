package lexical

// Bounded makes a writer that writes after so many hits.
func Bounded(hits, few int) *Postings {
	p := NewPostings()
	p.full, p.fullFew = hits, few
	return p
}

// ToGather is toGather.
var ToGather = toGather
