insert into sqlq.node (num, address)
select nextval('sqlq.node_num'), a.address
from (
  select 'object://' || t.object as address from sqlq_touched t
  union
  select d.source
  from sqlq_touched t
  join sqlq.revision r on r.object = t.object
  join sqlq.derivation d on d.revision = r.num
  where d.source like 'object://%'
) a
where not exists (select from sqlq.node n where n.address = a.address)
order by a.address collate "C"
