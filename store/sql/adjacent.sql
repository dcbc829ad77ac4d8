-- Hops along derivations, for the touched objects. A hop exists while the
-- derived revision is selected; which ends are eligible is up to the query (QS4).
create temp table sqlq_hop on commit drop as
select x.num as derived, n.num as source, d.relation, r.num as revision
from (select distinct object from sqlq_touched) t
join sqlq.node x on x.address = 'object://' || t.object
join sqlq.revision r on r.object = t.object
join sqlq.derivation d on d.revision = r.num
join sqlq.node n on n.address = d.source
where n.num <> x.num;

analyze sqlq_hop;

-- Revisions from before this load have their hops already, perhaps for a longer
-- time than now.
create temp table sqlq_old_hop on commit drop as
select h.* from sqlq_hop h where h.revision <= (select b.revision from sqlq_before b);

analyze sqlq_old_hop;

delete from sqlq.adjacent a using sqlq_old_hop h
where a.node = h.derived and a.neighbour = h.source and a.revision = h.revision;

delete from sqlq.adjacent a using sqlq_old_hop h
where a.node = h.source and a.neighbour = h.derived and a.revision = h.revision;

insert into sqlq.adjacent (node, neighbour, relation, valid_from, valid_to, revision)
select e.node, e.neighbour, h.relation, s.valid_from, s.valid_to, h.revision
from sqlq_hop h
join sqlq_stretch s on s.revision = h.revision and not s.tombstone
cross join lateral (values (h.derived, h.source), (h.source, h.derived)) e (node, neighbour);
