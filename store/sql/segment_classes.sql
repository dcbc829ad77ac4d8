-- What decides which representations a query may read. $1 segments
insert into sqlq.segment_classes (segment, secret, role_classes, packable_classes, bits)
select s.num, r.secret, r.role_classes, r.packable_classes, sqlq.set_bits(r.num & 16383, 1)
from unnest($1::int[]) s (num)
join sqlq.revision r on r.num >= s.num::bigint << 14 and r.num < (s.num + 1)::bigint << 14
group by s.num, r.secret, r.role_classes, r.packable_classes
