package store

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/schema"
)

// revisionKey identifies a revision.
type revisionKey struct {
	object string
	rev    int
}

// printed is a revision with its fingerprint, which is made where it is read.
type printed struct {
	*Revision
	print [32]byte
}

// revisions adds the revisions that are new. Those whose object has not been
// seen wait; those that are stored with other content are refused (M1).
func (l *loader) revisions(b *batch) error {
	if len(b.revisions) == 0 {
		return nil
	}
	stored, objects, err := l.stored(b)
	if err != nil {
		return err
	}
	var add []printed
	var later []origin
	for _, r := range b.revisions {
		key := revisionKey{r.record.Object, r.record.Rev}
		print := r.record.print
		old, seen := stored[key]
		switch {
		case seen && old == print:
			l.report.Unchanged++
		case seen:
			err := wrong("rev", "revision %s is written already, with other content; a revision never changes: give it a new number",
				schema.ObjectAddress(key.object, key.rev))
			if err := l.reject(r.origin, err); err != nil {
				return err
			}
		case b.newObjects[key.object] || objects[key.object]:
			stored[key] = print
			add = append(add, r.record)
		case b.last:
			if err := l.reject(r.origin, wrong("object", "no object record names %q", key.object)); err != nil {
				return err
			}
		default:
			later = append(later, r.origin)
		}
	}
	if err := l.wait(later); err != nil {
		return err
	}
	return l.writeRevisions(add)
}

// stored reads which of the revisions are written, and which objects exist. An
// object of this batch needs no look.
func (l *loader) stored(b *batch) (map[revisionKey][32]byte, map[string]bool, error) {
	prints, objects := map[revisionKey][32]byte{}, map[string]bool{}
	var ids []string
	var revs []int
	for _, r := range b.revisions {
		if !b.newObjects[r.record.Object] {
			ids, revs = append(ids, r.record.Object), append(revs, r.record.Rev)
		}
	}
	if len(ids) == 0 {
		return prints, objects, nil
	}
	rows, err := l.tx.Query(l.ctx, `select o.id, r.rev, r.fingerprint
		from (select distinct id, rev from unnest($1::text[], $2::int[]) k (id, rev)) k
		cross join lateral (select o.id from sqlq.object o where o.id = k.id limit 1) o
		left join lateral (select r.rev, r.fingerprint from sqlq.revision r
			where r.object = k.id and r.rev = k.rev limit 1) r on true`, ids, revs)
	if err != nil {
		return nil, nil, err
	}
	var id string
	var rev *int
	var print []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &rev, &print}, func() error {
		objects[id] = true
		if rev != nil {
			prints[revisionKey{id, *rev}] = [32]byte(print)
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("reading stored revisions: %w", err)
	}
	return prints, objects, nil
}

func (l *loader) writeRevisions(add []printed) error {
	if len(add) == 0 {
		return nil
	}
	// Rising without gaps; the lock of the load keeps others from giving the same.
	first := l.stage.To
	if err := l.index(add, first); err != nil {
		return err
	}
	l.stage.To += len(add)
	l.report.Revisions += int64(len(add))
	err := l.copyRows(`sqlq.revision (num, object, rev, created_at, tombstone, title, origin, trust, validation, roles,
		state, properties, secret, role_classes, packable_classes, fingerprint)`, len(add),
		func(out *copyRow, i int) { revisionRow(out, first+i, add[i]) })
	if err != nil {
		return fmt.Errorf("writing revisions: %w", err)
	}
	err = l.copyRows(`sqlq.representation (revision, name, media_type, content, content_ref, content_hash, chars, tokens,
		estimator, roles, role_class, packable)`, len(add),
		func(out *copyRow, i int) {
			for j := range add[i].Representations {
				formRow(out, first+i, add[i].Revision, &add[i].Representations[j])
			}
			l.report.Representations += int64(len(add[i].Representations))
		})
	if err != nil {
		return fmt.Errorf("writing representations: %w", err)
	}
	return l.touch(add)
}

// touch writes down the objects of new revisions, each with the number of its node.
func (l *loader) touch(add []printed) error {
	addresses := make([]string, len(add))
	for i := range add {
		addresses[i] = schema.NodeAddress(add[i].Object)
	}
	slices.Sort(addresses)
	addresses = slices.Compact(addresses)
	if err := l.number(slices.Clone(addresses)); err != nil {
		return err
	}
	return l.copyRows("sqlq_touched (num, object)", len(addresses), func(out *copyRow, i int) {
		out.columns(2)
		out.int(int(l.nodes.known[addresses[i]]))
		out.text(addresses[i][len(schema.ObjectScheme):])
	})
}

func revisionRow(out *copyRow, num int, r printed) {
	c := r.classes()
	out.columns(16)
	out.int(num)
	out.text(r.Object)
	out.int(r.Rev)
	out.timestamptz(r.CreatedAt.UnixMicro())
	out.boolean(r.Tombstone)
	out.text(r.Title)
	out.text(r.Origin.String())
	out.text(r.Trust.String())
	out.text(r.Validation.String())
	out.texts(r.Roles.Words())
	if r.State == nil {
		out.null()
	} else {
		out.text(r.State.String())
	}
	out.jsonb(r.Properties)
	out.boolean(c.secret)
	out.bigint(int64(c.roles))
	out.bigint(int64(c.packable))
	out.bytea(r.print[:])
}

func formRow(out *copyRow, num int, r *Revision, f *Representation) {
	out.columns(12)
	out.int(num)
	out.text(f.Name)
	out.text(f.MediaType)
	out.maybeText(f.Content)
	out.maybeText(f.ContentRef)
	hash, _ := hex.DecodeString(strings.TrimPrefix(f.ContentHash, "sha256:")) // was checked or made here
	out.bytea(hash)
	if f.Content == nil {
		out.null()
	} else {
		out.int(utf8.RuneCountInString(*f.Content))
	}
	out.maybeInt(f.Tokens)
	out.maybeText(f.Estimator)
	out.texts(f.Roles.Words())
	class, open := (r.Roles | f.Roles).Class()
	if open {
		out.smallint(class)
	} else {
		out.null()
	}
	out.boolean(open && f.packable())
}

// index hands the readable texts of new revisions to the lexical index. It does
// so beside what follows, until the next batch: the server writes rows meanwhile.
func (l *loader) index(add []printed, first int) error {
	if l.opt.Index == nil {
		return nil
	}
	l.indexing.Wait()
	if l.opt.Index.Full() {
		if err := l.flushIndex(); err != nil {
			return err
		}
	}
	l.indexing.Go(func() {
		for i := range add {
			if texts := readable(add[i].Revision); len(texts) > 0 {
				l.opt.Index.Add(first+i, add[i].classes().roles, texts)
			}
		}
		if l.opt.Index.Full() {
			l.opt.Index.Prepare()
		}
	})
	return nil
}

func (l *loader) flushIndex() error {
	if err := l.opt.Index.Flush(l.ctx, copier{l.tx}, l.stage); err != nil {
		return fmt.Errorf("writing the lexical index: %w", err)
	}
	return nil
}

// readable lists what relevance may read: nothing of a secret revision or of a
// tombstone, no secret form, no form that is not text held here (QS8, QS10).
func readable(r *Revision) []provider.Text {
	if r.Tombstone || r.Roles.Has(schema.RoleSecret) {
		return nil
	}
	texts := []provider.Text{{Content: r.Title}}
	for i := range r.Representations {
		f := &r.Representations[i]
		if class, open := (r.Roles | f.Roles).Class(); open && f.Content != nil && f.packable() {
			texts = append(texts, provider.Text{Representation: f.Name, RoleClass: class, Content: *f.Content})
		}
	}
	return texts
}
