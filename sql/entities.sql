-- The entities that the packed objects are linked to at T. $1 addresses, $2 T
select distinct substr(x.object, 10) collate "C" as object, x.entity collate "C" as entity, n.type, x.relationship
from (
  select e.from_address as object, e.to_address as entity, e.relationship, e.observed_at, e.ended_at
  from sqlq.edge e where e.from_address = any($1::text[]) and e.to_address like 'entity://%'
  union all
  select e.to_address, e.from_address, e.relationship, e.observed_at, e.ended_at
  from sqlq.edge e where e.to_address = any($1::text[]) and e.from_address like 'entity://%'
) x
join sqlq.entity n on n.id = substr(x.entity, 10)
where (x.observed_at is null or x.observed_at <= $2::timestamptz)
  and (x.ended_at is null or x.ended_at > $2::timestamptz)
order by 1, 2, 4
