package store

import (
	"bytes"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// entities adds new entities and replaces those whose version is lower. One
// that comes with the stored version and other values is refused.
func (l *loader) entities(b *batch) error {
	if len(b.entities) == 0 {
		return nil
	}
	known, err := l.knownEntities(b.entities)
	if err != nil {
		return err
	}
	changed := map[string]bool{}
	for _, e := range b.entities {
		old, seen := known[e.record.ID]
		same, err := l.same(old, e.record)
		if err != nil {
			return err
		}
		switch {
		case seen && (e.record.Version < old.Version || same):
			l.report.Unchanged++
			continue
		case seen && e.record.Version == old.Version:
			err := wrong("id", "entity %s is stored at version %d with other values: give it a higher version", old.ID, old.Version)
			if err := l.reject(e.origin, err); err != nil {
				return err
			}
			continue
		case seen:
			l.report.Changed++
		default:
			l.report.Entities++
		}
		known[e.record.ID], changed[e.record.ID] = e.record, true
	}
	return l.writeEntities(known, changed)
}

func (l *loader) knownEntities(in []from[Entity]) (map[string]Entity, error) {
	ids := make([]string, len(in))
	for i, e := range in {
		ids[i] = e.record.ID
	}
	rows, err := l.tx.Query(l.ctx, `select id, type, name, properties::text, version, superseded, updated_at
		from sqlq.entity where id = any($1::text[])`, ids)
	if err != nil {
		return nil, err
	}
	known := map[string]Entity{}
	var e Entity
	var properties string
	_, err = pgx.ForEachRow(rows, []any{&e.ID, &e.Type, &e.Name, &properties, &e.Version, &e.Superseded, &e.UpdatedAt}, func() error {
		var err error
		e.Properties, err = canonical([]byte(properties))
		known[e.ID] = e
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading stored entities: %w", err)
	}
	return known, nil
}

// same compares values. The server spells numbers in its own way, so that it has
// to tell whether properties that are written differently are the same.
func (l *loader) same(a, b Entity) (bool, error) {
	if a.ID != b.ID || a.Type != b.Type || !equal(a.Name, b.Name) || a.Version != b.Version || a.Superseded != b.Superseded ||
		micros(a.UpdatedAt, always) != micros(b.UpdatedAt, always) {
		return false, nil
	}
	if bytes.Equal(a.Properties, b.Properties) {
		return true, nil
	}
	var same bool
	err := l.tx.QueryRow(l.ctx, "select $1::jsonb = $2::jsonb", string(a.Properties), string(b.Properties)).Scan(&same)
	if err != nil {
		return false, fmt.Errorf("comparing entities: %w", err)
	}
	return same, nil
}

func (l *loader) writeEntities(known map[string]Entity, changed map[string]bool) error {
	var ids, types, properties []string
	var names []*string
	var versions []int
	var superseded []bool
	var updated []*time.Time
	for id := range changed {
		e := known[id]
		ids, types, names = append(ids, e.ID), append(types, e.Type), append(names, e.Name)
		properties, versions = append(properties, string(e.Properties)), append(versions, e.Version)
		superseded, updated = append(superseded, e.Superseded), append(updated, e.UpdatedAt)
	}
	if len(ids) == 0 {
		return nil
	}
	err := l.exec(`insert into sqlq.entity (id, type, name, properties, version, superseded, updated_at)
		select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::int[], $6::bool[], $7::timestamptz[])
		on conflict (id) do update set type = excluded.type, name = excluded.name, properties = excluded.properties,
			version = excluded.version, superseded = excluded.superseded, updated_at = excluded.updated_at`,
		ids, types, names, properties, versions, superseded, updated)
	if err != nil {
		return fmt.Errorf("writing entities: %w", err)
	}
	return nil
}
