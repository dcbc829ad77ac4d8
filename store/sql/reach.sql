-- What depends, by derivation, on an object that is touched. Derivations of this
-- load need no look: their objects are touched themselves.
insert into sqlq_affected
with recursive reach (object) as (
  select r.object
  from sqlq_affected a
  join sqlq.derivation d on d.source = 'object://' || a.object
  join sqlq.revision r on r.num = d.revision
  where d.revision <= (select b.revision from sqlq_before b)
  union
  select r.object
  from reach a
  join sqlq.derivation d on d.source = 'object://' || a.object
  join sqlq.revision r on r.num = d.revision
  where d.revision <= (select b.revision from sqlq_before b)
)
select n.num, a.object, false
from reach a
join sqlq.node n on n.address = 'object://' || a.object
where not exists (select from sqlq_affected t where t.num = n.num);

analyze sqlq_affected;
