-- When the sources that this load leaves as they are were stale or invalid.
select l.object, l.valid_from, l.valid_to
from sqlq.live l
where l.state >= 2
  and l.object in (select k.source from sqlq_link k)
  and not exists (select from sqlq_affected a where a.num = l.object)
