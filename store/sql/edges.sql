-- $1 from, $2 relationship, $3 to, $4 observed_at, $5 ended_at, $6 properties
with written as (
  insert into sqlq.edge as e (from_address, relationship, to_address, observed_at, ended_at, properties)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::jsonb[])
  on conflict (from_address, relationship, to_address, observed_at, ended_at) do update
    set properties = excluded.properties
    where e.properties <> excluded.properties
  returning *, xmax = 0 as added
), hop as (
  insert into sqlq.adjacent (node, neighbour, relation, valid_from, valid_to)
  select h.node, h.neighbour, w.relationship, coalesce(w.observed_at, '-infinity'), coalesce(w.ended_at, 'infinity')
  from written w
  cross join lateral (select n.num from sqlq.node n where n.address = w.from_address limit 1) f
  cross join lateral (select n.num from sqlq.node n where n.address = w.to_address limit 1) t
  cross join lateral (values (f.num, t.num), (t.num, f.num)) h (node, neighbour)
  where w.added and f.num <> t.num
)
select count(*) filter (where added), count(*) filter (where not added) from written
