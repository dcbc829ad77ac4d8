-- The projects of the objects. $1 segments
insert into sqlq.segment_project (project, segment, bits)
select o.project, s.num, sqlq.set_bits(r.num & 16383, 1)
from unnest($1::int[]) s (num)
join sqlq.revision r on r.num >= s.num::bigint << 14 and r.num < (s.num + 1)::bigint << 14
join sqlq.object o on o.id = r.object
where o.project is not null
group by o.project, s.num
