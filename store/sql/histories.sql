-- Every revision of the objects that have links or are the source of one.
with linked as (
  select distinct a.num, a.object
  from sqlq_affected a
  join sqlq_stretch s on s.object = a.num
  join sqlq.derivation d on d.revision = s.revision
), source as (
  select distinct substr(d.source, 10) as object
  from sqlq_stretch s
  join sqlq.derivation d on d.revision = s.revision
  where d.source like 'object://%'
)
select n.num, r.num, r.rev, r.created_at, r.tombstone,
  coalesce(array_position('{current,unknown,stale,invalid}'::text[], r.state) - 1, 0)::int
from (select object from linked union select object from source) o
join sqlq.revision r on r.object = o.object
join sqlq.node n on n.address = 'object://' || o.object
order by n.num, r.rev
