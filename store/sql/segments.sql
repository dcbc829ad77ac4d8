-- How long the strings hold: from the last change in sqlq.live until now to the
-- next one. $1 segments, $2 now
insert into sqlq.segment (num, valid_from, valid_to, oldest, newest)
select r.num, coalesce(c.valid_from, '-infinity'), coalesce(c.valid_to, 'infinity'), r.oldest, r.newest
from (
  select s.num, min(r.created_at) as oldest, max(r.created_at) as newest
  from unnest($1::int[]) s (num)
  join sqlq.revision r on r.num >= s.num::bigint << 14 and r.num < (s.num + 1)::bigint << 14
  group by s.num
) r
left join (
  select s.num, max(c.at) filter (where c.at <= $2) as valid_from, min(c.at) filter (where c.at > $2) as valid_to
  from unnest($1::int[]) s (num)
  join sqlq.live l on l.revision >= s.num::bigint << 14 and l.revision < (s.num + 1)::bigint << 14
  cross join lateral (values (l.valid_from), (l.valid_to)) c (at)
  group by s.num
) c on c.num = r.num
on conflict (num) do update set valid_from = excluded.valid_from, valid_to = excluded.valid_to
