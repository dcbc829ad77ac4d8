package lexical

// The server cannot know how many hits the blocks hold before it has read them,
// so the statement has the ways to find out which are eligible, and takes one.
const plainSQL = `,

-- relevance (lexical-v1), what is not sealed yet
block as materialized (
  select p.revisions, {hit} as hit
  from sqlq.posting p
  where p.term = any(@terms){allowed}
),

hit as not materialized (
  select unnest(b.revisions) as revision, b.hit
  from block b
),

hits as materialized (
  select coalesce(sum(cardinality(b.revisions)), 0) as n from block b
),

-- few hits are looked up one by one, many in one pass over what is eligible
eligible_hit as (
  select e.object, e.boosts, h.hit
  from hit h
  cross join lateral (select e.object, e.boosts from eligible e where e.revision = h.revision limit 1) e
  where (select n from hits) <= {few}
  union all
  select e.object, e.boosts, h.hit
  from hit h
  join (select e.object, e.revision, e.boosts from eligible e offset 0) e on e.revision = h.revision
  where (select n from hits) > {few} and (select s.first from seal s) = 0
  union all
  select e.object, e.boosts, h.hit
  from hit h
  full join ( -- which can only be hashed
    select e.object, e.revision, e.boosts
    from eligible e
    where e.revision between (select s.first from seal s) and (select s.last from seal s)
    offset 0
  ) e on e.revision = h.revision
  where coalesce(e.object, 0) > 0 and coalesce(h.hit, 0) > 0
    and (select n from hits) > {few} and (select s.first from seal s) > 0
),

{mixed hits}relevance as materialized (
  {plain sum}
  union all
  select e.object, e.boosts, (f.value * {max}::bigint / {full})::int, {none}
  from found f
  cross join lateral (select e.object, e.boosts from eligible e where e.revision = f.revision limit 1) e{mixed objects}
)`

const mixedSQL = `-- EXCLUDE ROLE: sealed revisions of which it leaves some texts and not others
mixed_block as materialized (
  select p.revisions, {hit} as hit
  from sqlq.mixed p
  where p.term = any(@terms){allowed}
),

mixed_hit as (
  select h.revision, h.hit
  from (select unnest(b.revisions) as revision, b.hit from mixed_block b) h
  join standing e on e.segment = h.revision >> 14
  where get_bit(e.eligible, h.revision & 16383) = 1
),

mixed_sum as materialized (
  {mixed sum}
),

`

const mixedObjectsSQL = `
  union all
  select e.object, e.boosts, m.score, m.matched
  from mixed_sum m
  cross join lateral (select e.object, e.boosts from eligible e where e.revision = m.revision limit 1) e
  where {boosted} >= (select b.score from cut_score b)`

// A full join can only be hashed; the server, which expects few rows on either
// side, would otherwise compare every ranked object with every relevant one. The
// condition is one that does not let it turn the full join into another.
const ownSQL = `-- what the ranked objects have of their own (lexical-v1)
ranked_digit as (
  select k.object, {digit} as hit
  from ranked k
  join plane p on p.segment = k.revision >> 14
  where get_bit(p.bits, k.revision & 16383) = 1{unmixed}
),
{ranked mixed}
own as materialized (
  select r.object, r.score, r.matched
  from ranked k
  full join relevance r on r.object = k.object
  where coalesce(k.rank, 0) > 0 and coalesce(r.score, 0) > 0 and k.revision >= (select s.first from seal s)
  union all
  {digit sum}{ranked objects}
)`

const rankedMixedSQL = `
ranked_hit as (
  select k.object, b.hit
  from mixed_block b
  cross join lateral unnest(b.revisions) u (revision)
  join ranked k on k.revision = u.revision
),
`
