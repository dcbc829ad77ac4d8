package main

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sqlq-dev/sqlq/provider/lexical"
)

// bareSQL reads the plain postings that a task touches and does the least with
// them; planesSQL does so with the rows of sealed segments.
const bareSQL = `select count(*), sum(revision) from sqlq.posting p, unnest(p.revisions) revision where p.term = any($1::text[])`

const planesSQL = `select
	(select sum(bit_count(p.bits)) from sqlq.plane p where p.term = any($1::text[])),
	(select sum(revision) from sqlq.sparse s, unnest(s.revisions) revision where s.term = any($1::text[]))`

// documentsSQL makes what a user of PostgreSQL has today: a row a document, its
// text search vector and the indexes for both conditions. Texts are those the
// product indexes, with the same three weights.
const documentsSQL = `
set local work_mem = '64MB';
set local maintenance_work_mem = '256MB';
create schema if not exists bench;
drop table if exists bench.doc;
create table bench.doc as
select o.id, o.project, l.created_at,
	setweight(to_tsvector('simple', r.title), 'A')
	|| coalesce(setweight(to_tsvector('simple', string_agg(f.content, ' ') filter (where f.name = 'summary')), 'B'), '')
	|| coalesce(to_tsvector('simple', string_agg(f.content, ' ') filter (where f.name <> 'summary')), '') as tsv
from sqlq.live l
join sqlq.revision r on r.num = l.revision
join sqlq.object o on o.id = r.object
left join sqlq.representation f on f.revision = r.num and f.packable and f.content is not null
where l.valid_to = 'infinity' and not l.secret
group by r.num, o.id, o.project, l.created_at;
alter table bench.doc add primary key (id);
create index on bench.doc using gin (tsv);
create index on bench.doc (project)`

// documentSQL is the query such a user writes.
const documentSQL = `select id, ts_rank(tsv, to_tsquery('simple', $1)) as score
from bench.doc
where tsv @@ to_tsquery('simple', $1) and ($2::text is null or project = $2)
order by score desc, id
limit 20`

// rivals are the statements that the product is compared with.
type rivals struct {
	pool *pgxpool.Pool
	twin *pgxpool.Pool // of the store whose index is plain
}

// rivals opens a pool for them. JIT is off, as it is for the product, and
// statements are prepared once, which the product does without.
func (s *server) rivals(ctx context.Context, database string) (rivals, error) {
	var r rivals
	for name, pool := range map[string]**pgxpool.Pool{database: &r.pool, database + plainSuffix: &r.twin} {
		c, err := pgxpool.ParseConfig(s.address(name))
		if err != nil {
			return r, err
		}
		c.ConnConfig.RuntimeParams["jit"] = "off"
		if *pool, err = pgxpool.NewWithConfig(ctx, c); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r rivals) close() {
	r.pool.Close()
	r.twin.Close()
}

// documents makes the table of the text search query.
func (r rivals) documents(ctx context.Context) error {
	if _, err := r.pool.Exec(ctx, documentsSQL); err != nil {
		return err
	}
	_, err := r.pool.Exec(ctx, "vacuum (analyze) bench.doc")
	return err
}

// bare returns how many postings the task touches.
func (r rivals) bare(ctx context.Context, task string) (postings int64, err error) {
	var sum *int64
	err = r.twin.QueryRow(ctx, bareSQL, keys(task)).Scan(&postings, &sum)
	return postings, err
}

// planes reads the same of sealed segments.
func (r rivals) planes(ctx context.Context, task string) error {
	var bits, sum *int64
	return r.pool.QueryRow(ctx, planesSQL, keys(task)).Scan(&bits, &sum)
}

func keys(task string) []string {
	var out []string
	for _, t := range lexical.Terms(task) {
		out = append(out, lexical.Key(t))
	}
	return out
}

// search runs the text search query.
func (r rivals) search(ctx context.Context, task string, project *string) error {
	rows, err := r.pool.Query(ctx, documentSQL, strings.Join(lexical.Terms(task), " | "), project)
	if err != nil {
		return err
	}
	var id string
	var score float32
	_, err = pgx.ForEachRow(rows, []any{&id, &score}, func() error { return nil })
	return err
}
