package oracle

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/sqlq-dev/sqlq"
)

// The derived relations as sets of rows in which nothing depends on the order of
// loading: addresses instead of numbers.
var derived = map[string]string{
	"live": `select distinct concat_ws(' | ', n.address, r.object, l.rev, l.valid_from, l.valid_to, l.created_at,
			coalesce(quote_literal(l.project), 'none'), l.state, l.trust, l.secret, l.role_classes, l.packable_classes) collate "C"
		from sqlq.live l join sqlq.node n on n.num = l.object join sqlq.revision r on r.num = l.revision`,
	"adjacent": `select distinct concat_ws(' | ', a.address, b.address, j.relation, j.valid_from, j.valid_to,
			coalesce(r.object || '@' || r.rev, 'edge')) collate "C"
		from sqlq.adjacent j join sqlq.node a on a.num = j.node join sqlq.node b on b.num = j.neighbour
		left join sqlq.revision r on r.num = j.revision`,
	"posting": `select distinct concat_ws(' | ', p.term, p.weight, p.role_class, r.object, r.rev) collate "C"
		from sqlq.posting p cross join unnest(p.revisions) u (num) join sqlq.revision r on r.num = u.num`,
	// A moment at which the number stays the same says nothing.
	"census": `select at || ' | ' || live from (
			select at, live, coalesce(lag(live) over (order by at), 0) as before from sqlq.census
		) c where live <> before`,
	"entity": `select concat_ws(' | ', id, type, name) collate "C" from sqlq.entity`,
	"edge":   `select concat_ws(' | ', from_address, relationship, to_address, observed_at, 'to', ended_at) collate "C" from sqlq.edge`,
}

// compareTables holds the derived relations after several loads to those after
// one.
func (p *pair) compareTables(t *testing.T) {
	t.Helper()
	for table, sql := range derived {
		if table == "posting" && p.kept {
			continue // sealed postings have another form
		}
		whole, pieces := rows(t, p.whole, sql), rows(t, p.pieces, sql)
		if diff := cmp.Diff(whole, pieces); diff != "" {
			t.Errorf("sqlq.%s differs (-one load +several loads)\n%s", table, diff)
		}
	}
}

func rows(t *testing.T, db *sqlq.DB, sql string) []string {
	t.Helper()
	found, err := db.Pool().Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}
