-- What sqlq.live says of sealed revisions before this load changes it.
create temp table sqlq_was_live on commit drop as
select l.revision, l.valid_from, l.valid_to, l.state
from sqlq.live l
join sqlq_affected a on a.num = l.object
where l.revision < (select (coalesce(max(s.num), -1) + 1) << 14 from sqlq.segment s)
