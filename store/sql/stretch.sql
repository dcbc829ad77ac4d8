-- M4: a revision is selected from its creation until a higher one is created.
-- One that a higher revision precedes in time is never selected.
create temp table sqlq_stretch on commit drop as
select s.*
from (
  select a.num as object, a.touched, r.num as revision, r.created_at as valid_from,
    coalesce(min(r.created_at) over higher, 'infinity') as valid_to, r.tombstone
  from sqlq_affected a
  join sqlq.revision r on r.object = a.object
  window higher as (partition by a.num order by r.rev desc rows between unbounded preceding and 1 preceding)
) s
where s.valid_from < s.valid_to;

analyze sqlq_stretch;

-- The derivations of every stretch (M5).
create temp table sqlq_link on commit drop as
select s.object, s.revision, n.num as source, d.source_rev, d.relation, s.valid_from, s.valid_to, s.touched
from sqlq_stretch s
join sqlq.derivation d on d.revision = s.revision
join sqlq.node n on n.address = d.source
where not s.tombstone;

analyze sqlq_link;

-- What these make of dependency states (M6) is computed by the loader and copied
-- in here.
create temp table sqlq_state (revision int, valid_from timestamptz, valid_to timestamptz, state smallint) on commit drop;
