-- The entities that the packed objects are linked to at T. $1 addresses, $2 T
select distinct substr(o.address, 10) collate "C" as object, x.address collate "C" as entity, n.type, h.relation
from sqlq.node o
join sqlq.adjacent h on h.node = o.num and h.neighbour < 0
join sqlq.node x on x.num = h.neighbour
join sqlq.entity n on n.id = substr(x.address, 10)
where o.address = any($1::text[]) and h.valid_from <= $2::timestamptz and h.valid_to > $2::timestamptz
order by 1, 2, 4
