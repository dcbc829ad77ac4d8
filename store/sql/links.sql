-- The derivations of every stretch of an affected object (M5).
select s.object, s.revision, n.num, d.source_rev
from sqlq_stretch s
join sqlq.derivation d on d.revision = s.revision
join sqlq.node n on n.address = d.source
where not s.tombstone
