insert into sqlq.node (num, address)
select coalesce((select n.num from sqlq.node n where n.num > 0 order by n.num desc limit 1), 0) + row_number() over (order by a.address collate "C"), a.address
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
