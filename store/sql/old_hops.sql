-- Revisions from before this load have their hops already, perhaps for a longer
-- time than now.
create temp table sqlq_old_hop on commit drop as
select a.num as derived, n.num as source, r.num as revision
from sqlq_affected a
join sqlq.revision r on r.object = a.object
join sqlq.derivation d on d.revision = r.num
join sqlq.node n on n.address = d.source
where a.touched and n.num <> a.num and r.num <= (select b.revision from sqlq_before b);

analyze sqlq_old_hop;

delete from sqlq.adjacent a using sqlq_old_hop h
where a.node = h.derived and a.neighbour = h.source and a.revision = h.revision;

delete from sqlq.adjacent a using sqlq_old_hop h
where a.node = h.source and a.neighbour = h.derived and a.revision = h.revision;
