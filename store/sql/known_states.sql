-- When the sources that this load leaves as they are were stale or invalid.
select l.object, l.valid_from, l.valid_to
from sqlq.live l
where l.state >= 2
  and l.object in (
    select n.num
    from sqlq_stretch s
    join sqlq.derivation d on d.revision = s.revision
    join sqlq.node n on n.address = d.source)
  and not exists (select from sqlq_affected a where a.num = l.object)
