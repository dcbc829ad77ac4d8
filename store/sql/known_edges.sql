-- Which of the given edges are stored, and whether with the same properties.
-- $1 from, $2 relationship, $3 to, $4 observed_at, $5 ended_at, $6 properties
select g.place::int, e.properties = g.properties
from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::jsonb[])
  with ordinality g (from_address, relationship, to_address, observed_at, ended_at, properties, place)
cross join lateral (
  select e.properties
  from sqlq.edge e
  where e.from_address = g.from_address and e.relationship = g.relationship and e.to_address = g.to_address
    and e.observed_at is not distinct from g.observed_at and e.ended_at is not distinct from g.ended_at
  limit 1
) e
