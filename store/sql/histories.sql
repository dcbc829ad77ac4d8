-- Every revision of the objects that have links or are the source of one.
select n.num, r.num, r.rev, r.created_at, r.tombstone,
  coalesce(array_position('{current,unknown,stale,invalid}'::text[], r.state) - 1, 0)::int
from (select k.object as num from sqlq_link k union select k.source from sqlq_link k) o
join sqlq.node n on n.num = o.num
join sqlq.revision r on r.object = substr(n.address, 10)
order by n.num, r.rev
