-- Sealed revisions of which sqlq.live says something else now.
with is_live as (
  select l.revision, l.valid_from, l.valid_to, l.state
  from sqlq.live l
  join sqlq_affected a on a.num = l.object
  where l.revision < (select (coalesce(max(s.num), -1) + 1) << 14 from sqlq.segment s)
)
insert into sqlq.touched (revision)
select c.revision
from (
  (select * from is_live except select * from sqlq_was_live)
  union
  (select * from sqlq_was_live except select * from is_live)
) c
group by c.revision
on conflict do nothing
