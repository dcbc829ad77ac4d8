-- What is selected and live now. $1 segments, $2 now
insert into sqlq.segment_live (segment, state, trust, bits)
select s.num, l.state, l.trust, sqlq.set_bits(l.revision & 16383, 1)
from unnest($1::int[]) s (num)
join sqlq.live l on l.revision >= s.num::bigint << 14 and l.revision < (s.num + 1)::bigint << 14
where l.valid_from <= $2 and l.valid_to > $2
group by s.num, l.state, l.trust
