package lexical

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/sqlq-dev/sqlq/provider"
)

// fetchRows is how many rows are read at a time: up to 40 MB.
const fetchRows = 10_000

// reader reads rows of revisions back in order of term, so that a part of the
// terms is in memory at a time, however many revisions there are.
type reader struct {
	tx    provider.Session
	hi    int                  // revisions from here on are passed over
	mixed func(r int) bool     // whether the texts of a revision may differ in roles
	then  func() error         // done once the rows are fixed, before the first is read
	write func(*grouped) error // takes the uses of some terms
}

// read runs a query for term, weight, role class and revisions, ordered by term.
// What is done meanwhile to the table has no influence.
func (r *reader) read(ctx context.Context, query string, args ...int) error {
	if err := r.tx.Exec(ctx, "declare reread no scroll cursor for "+query, args...); err != nil {
		return err
	}
	if err := r.then(); err != nil {
		return err
	}
	g := newGrouped()
	for done := false; !done; {
		var err error
		if done, err = r.fetch(ctx, g); err != nil {
			return err
		}
		rest := g.cut(done)
		if err := r.write(g); err != nil {
			return err
		}
		g = rest
	}
	return r.tx.Exec(ctx, "close reread")
}

// fetch adds the next rows and tells whether there are no more.
func (r *reader) fetch(ctx context.Context, g *grouped) (done bool, err error) {
	n := 0
	err = r.tx.Rows(ctx, fmt.Sprintf("fetch %d from reread", fetchRows), func(values [][]byte) error {
		n++
		if last := len(g.keys) - 1; last < 0 || g.keys[last] != string(values[0]) {
			g.keys, g.starts = append(g.keys, string(values[0])), append(g.starts, 0)
		}
		field := use(binary.BigEndian.Uint16(values[1]))<<6 | use(binary.BigEndian.Uint16(values[2]))
		const head, item = 20, 8 // of an int[]: its dimensions; a length and a number
		for array := values[3][head:]; len(array) >= item; array = array[item:] {
			if revision := int(binary.BigEndian.Uint32(array[4:])); revision < r.hi {
				u := newUse(revision, r.mixed(revision)) | field
				g.uses, g.mixed = append(g.uses, u), g.mixed || u.mixed()
			}
		}
		g.starts[len(g.keys)] = len(g.uses)
		return nil
	})
	return n < fetchRows, err
}

// cut takes the last term out, whose rows may go on, unless all is read, and
// puts the uses of the others in order of revision.
func (g *grouped) cut(all bool) (rest *grouped) {
	rest = newGrouped()
	if last := len(g.keys) - 1; !all && last >= 0 {
		from := g.starts[last]
		rest = &grouped{keys: []string{g.keys[last]}, uses: slices.Clone(g.uses[from:]), starts: []int{0, len(g.uses) - from}, mixed: g.mixed}
		g.keys, g.starts, g.uses = g.keys[:last], g.starts[:last+1], g.uses[:from]
	}
	for i := range g.keys {
		slices.Sort(g.uses[g.starts[i]:g.starts[i+1]])
	}
	return rest
}
