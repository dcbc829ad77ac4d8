-- Segments whose strings are to be written anew: their time is over or, where
-- $2, some of their revisions are touched. $1 now
select s.num
from sqlq.segment s
where s.valid_to <= $1
  or $2 and exists (select from sqlq.touched t where t.revision >= s.num::bigint << 14 and t.revision < (s.num + 1)::bigint << 14)
order by s.num
