package sqlq

import (
	_ "embed"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/query"
)

//go:embed sql/contents.sql
var contentsSQL string

//go:embed sql/derivations.sql
var derivationsSQL string

//go:embed sql/entities.sql
var entitiesSQL string

// read fetches the contents of the packed forms and, with WITH EVIDENCE, their
// links, in one round trip.
func (s *snapshot) read(p packer.Packing, revisions map[string]int32, meta *packer.Meta, q query.Context) (packer.Contents, error) {
	texts := packer.Contents{}
	if q.Evidence {
		meta.Evidence = map[string]packer.Links{}
	}
	if len(p.Items) == 0 {
		return texts, nil
	}
	var nums []int32
	var names, addresses []string
	for _, item := range p.Items {
		nums = append(nums, revisions[item.Object])
		names = append(names, item.Form.Name)
		addresses = append(addresses, schema.NodeAddress(item.Object))
	}
	t := s.now
	if q.AsOf != nil {
		t = *q.AsOf
	}
	var batch pgx.Batch
	batch.Queue(contentsSQL, nums, names).Query(func(rows pgx.Rows) error { return readContents(rows, texts) })
	if q.Evidence {
		queueEvidence(&batch, nums, addresses, t, meta.Evidence)
	}
	return texts, s.tx.SendBatch(s.ctx, &batch).Close()
}

func readContents(rows pgx.Rows, texts packer.Contents) error {
	var key packer.Key
	var content string
	_, err := pgx.ForEachRow(rows, []any{&key.Object, &key.Rev, &key.Form, &content}, func() error {
		texts[key] = content
		return nil
	})
	return err
}

func queueEvidence(batch *pgx.Batch, nums []int32, addresses []string, t time.Time, links map[string]packer.Links) {
	var object string
	batch.Queue(derivationsSQL, nums, t).Query(func(rows pgx.Rows) error {
		var d packer.Derivation
		_, err := pgx.ForEachRow(rows, []any{&object, &d.Relation, &d.Source, &d.SourceLatest, &d.LinkState}, func() error {
			l := links[object]
			l.Derivations = append(l.Derivations, d)
			links[object] = l
			return nil
		})
		return err
	})
	batch.Queue(entitiesSQL, addresses, t).Query(func(rows pgx.Rows) error {
		var e packer.EntityLink
		_, err := pgx.ForEachRow(rows, []any{&object, &e.Entity, &e.Kind, &e.Relationship}, func() error {
			l := links[object]
			l.Entities = append(l.Entities, e)
			links[object] = l
			return nil
		})
		return err
	})
}
