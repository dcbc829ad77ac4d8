-- Hops along derivations, for the touched objects. A hop exists while the
-- derived revision is selected; which ends are eligible is up to the query (QS4).
insert into sqlq.adjacent (node, neighbour, relation, valid_from, valid_to, revision)
select e.node, e.neighbour, k.relation, k.valid_from, k.valid_to, k.revision
from sqlq_link k
cross join lateral (values (k.object, k.source), (k.source, k.object)) e (node, neighbour)
where k.touched and k.object <> k.source;
