package sqlgen

// The stages as text. %s are pieces that depend on which clauses a query has,
// never on their values.

const scopeSQL = `-- scope (%s): the revisions that are selected and live at T
scope as not materialized (
  select l.object, l.revision, l.rev, l.created_at, l.state, l.trust, l.secret, l.role_classes, l.packable_classes
  from sqlq.live l
  where l.valid_from <= @t and l.valid_to > @t %s
)`

const exclusionSQL = `-- exclusion: the first reason that removes an object, 0 for none
exclusion as not materialized (
  select s.object, s.revision, s.rev, s.state, s.trust,
    case
%s
      else 0
    end as reason
  from scope s
),

eligible as not materialized (
  select e.object, e.revision, e.rev, e.state, e.trust
  from exclusion e
  where e.reason < 1 -- planned better than = 0
)`

const countsSQL = `-- counts: live objects, those in scope, and the excluded ones by reason
counts as materialized (
  select %s as considered,
    count(*) as in_scope,
    %s
  from exclusion e
)`

// Under row security only a count of the visible rows is right.
const censusSQL = `case
      when row_security_active('sqlq.live')
      then (select count(*) from sqlq.live l where l.valid_from <= @t and l.valid_to > @t )
      else coalesce((select c.live from sqlq.census c where c.at <= @t order by c.at desc limit 1), 0)
    end`

const nothingSQL = `-- relevance: the task has no terms
relevance as materialized (
  select 0 as object, 0 as score, '' as matched
  where false
)`

const seedSQL = `-- seeds, best first, so that a smaller place is a better seed. The bar is the own
-- relevance of the first object behind the best MAX OBJECTS: whatever stays
-- below it even with every boost can neither be kept nor lead to what is kept.
bar as materialized (
  select coalesce((select r.score from relevance r order by r.score desc offset @objects limit 1), 0) as score
),

seed as materialized (
  select row_number() over (order by r.score desc,
      (select n.address from sqlq.node n where n.num = r.object) collate "C")::int as place,
    r.object, r.score
  from %s
)`

const relevantSQL = `relevance r
  where %s >= (select b.score from bar b)`

// Only what can be a seed has its object looked up.
const relevantRevisionSQL = `(
    select e.object, r.score
    from relevance r
    cross join lateral (select e.object from eligible e where e.revision = r.revision limit 1) e
    where %s >= (select b.score from bar b)
    offset 0
  ) r`

const noWalkSQL = `-- expansion (MAX DEPTH 0): none
reach as materialized (
  select s.object as node, 0 as hop, s.place as seed, null::int as parent, s.score
  from seed s
)`

const walkSQL = `-- expansion (MAX DEPTH): one row a hop. nodes is the frontier in order of seed and
-- address, seeds the best seed that reaches each, parents where it came from;
-- seen is every node so far with the best own relevance of a seed that reached
-- it and its best score. A node is entered again only for a better seed, so
-- each hop touches a node once and hubs and cycles cost no more than that.
walk (hop, bar, own, nodes, seeds, parents, seen, seen_own, seen_score) as (
  select 0, (select b.score from bar b), array_agg(s.score order by s.place),
    array_agg(s.object order by s.place), array_agg(s.place order by s.place), array_agg(null::int order by s.place),
    array_agg(s.object order by s.place), array_agg(s.score order by s.place), array_agg(s.score order by s.place)
  from seed s
  union all
  select w.hop + 1, coalesce(next.bar, 0), w.own, next.nodes, next.seeds, next.parents, next.seen, next.seen_own, next.seen_score
  from walk w
  cross join lateral (
    with arrival as (
      select a.neighbour as node, min(f.ord)::int as best
      from unnest(w.nodes, w.seeds) with ordinality f (node, seed, ord)
      join sqlq.adjacent a on a.node = f.node and a.valid_from <= @t and a.valid_to > @t
      where %s >= w.bar
      group by a.neighbour
    ), better as materialized (
      select a.node, w.seeds[a.best] as seed, w.nodes[a.best] as parent, w.own[w.seeds[a.best]] as own
      from arrival a
      left join unnest(w.seen, w.seen_own) v (node, own) on v.node = a.node
      where (v.node is null or v.own < w.own[w.seeds[a.best]])
        and (a.node < 0 or exists (select from eligible e where e.object = a.node))
    ), seen as materialized (
      select coalesce(v.node, b.node) as node, greatest(v.own, b.own) as own,
        greatest(v.score, b.own >> (w.hop + 1), 1) as score
      from unnest(w.seen, w.seen_own, w.seen_score) v (node, own, score)
      full join better b on b.node = v.node
    )
    select f.nodes, f.seeds, f.parents, s.seen, s.seen_own, s.seen_score,
      (select s.score from seen s where s.node > 0 order by s.score desc offset @objects limit 1) as bar
    from (
      select array_agg(o.node) as nodes, array_agg(o.seed) as seeds, array_agg(o.parent) as parents
      from (
        select b.node, b.seed, b.parent
        from better b
        order by b.seed, (select n.address from sqlq.node n where n.num = b.node) collate "C"
      ) o
    ) f
    cross join (
      select array_agg(s.node) as seen, array_agg(s.own) as seen_own, array_agg(s.score) as seen_score from seen s
    ) s
  ) next
  where w.hop < @depth and w.nodes is not null
)`

const reachSQL = `-- what reaches a node over k hops is the seed's own relevance, halved k times
reach as materialized (
  select u.node, w.hop, u.seed, u.parent, greatest(w.own[u.seed] >> w.hop, 1) as score
  from walk w
  cross join lateral unnest(w.nodes, w.seeds, w.parents) u (node, seed, parent)
)`

const preferenceSQL = `-- preference (%s)
best as (
  select distinct on (r.node) r.node as object, r.hop, r.score
  from reach r
  where r.node > 0
  order by r.node, r.score desc, r.hop, r.seed
),

preference as materialized (
  select b.object, b.hop, b.score as relevance, e.revision, e.rev, e.state, e.trust,
    %s as score
  from best b
  join eligible e on e.object = b.object
)`

const rankSQL = `-- rank (MAX OBJECTS, and one more to tell whether anything was cut off)
ranked as materialized (
  select row_number() over (order by k.score desc, k.state, k.hop, k.address collate "C")::int as rank, k.*
  from (
    select p.*, (select n.address from sqlq.node n where n.num = p.object) as address
    from preference p
    where p.score >= coalesce((select q.score from preference q order by q.score desc offset @objects limit 1), 0)
    offset 0 -- so that each address is looked up once
  ) k
  order by k.score desc, k.state, k.hop, k.address collate "C"
  limit @objects + 1
)`

const trailSQL = `-- the way back from each ranked object to its seed
step (rank, hop, node, parent) as (
  select k.rank, r.hop, r.node, r.parent
  from ranked k
  join reach r on r.node = k.object and r.hop = k.hop
  union all
  select s.rank, r.hop, r.node, r.parent
  from step s
  join reach r on r.node = s.parent and r.hop = s.hop - 1
),

trail as (
  select s.rank,
    array_agg(a.address order by s.hop) as path,
    array_agg(a.relation order by s.hop) filter (where s.hop > 0) as via
  from step s
  cross join lateral (
    select n.address || coalesce('@' || (select e.rev from eligible e where e.object = s.node limit 1), '') as address,
      (select min(h.relation) from sqlq.adjacent h
        where h.node = s.node and h.neighbour = s.parent and h.valid_from <= @t and h.valid_to > @t ) as relation
    from sqlq.node n
    where n.num = s.node
  ) a
  group by s.rank
)`

// A full join can only be hashed; the server, which expects few rows on either
// side, would otherwise compare every ranked object with every relevant one. The
// condition is one that does not let it turn the full join into another.
const ownSQL = `-- what the ranked objects have of their own
own as materialized (
  select %[2]s.object, r.score, r.matched
  from ranked k
  full join relevance r on r.%[1]s = k.%[1]s
  where coalesce(k.rank, 0) > 0 and coalesce(r.score, 0) > 0
)`

const resultSQL = `

select c.*, o.*
from counts c
left join (
  select k.rank, substr(k.address, 10) as id, k.rev, k.revision, k.score, k.relevance, k.hop, k.state, k.trust,
    v.origin, v.validation, coalesce(r.score, 0) as own, r.matched::text, t.path, t.via,
    f.name, f.media_type, f.chars, f.tokens, f.estimator, f.role_class, 'sha256:' || encode(f.content_hash, 'hex') as content_hash, f.content_ref
  from ranked k
  join trail t on t.rank = k.rank
  left join own r on r.object = k.object
  join sqlq.revision v on v.num = k.revision
  join sqlq.representation f on f.revision = k.revision and f.packable%s
) o on true
order by o.rank, o.name`
