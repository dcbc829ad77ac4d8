-- Objects whose stretches or states may have changed: the touched ones and, by
-- derivation, everything that depends on them.
create temp table sqlq_affected on commit drop as
with recursive reach (object) as (
  select distinct object from sqlq_touched
  union
  select r.object
  from reach a
  join sqlq.derivation d on d.source = 'object://' || a.object
  join sqlq.revision r on r.num = d.revision
)
select a.object, n.num
from reach a
join sqlq.node n on n.address = 'object://' || a.object;

analyze sqlq_affected;

-- M4: a revision is selected from its creation until a higher one is created.
-- One that a higher revision precedes in time is never selected.
create temp table sqlq_stretch on commit drop as
select s.*
from (
  select a.num as object, r.num as revision, r.created_at as valid_from,
    coalesce(min(r.created_at) over higher, 'infinity') as valid_to, r.tombstone
  from sqlq_affected a
  join sqlq.revision r on r.object = a.object
  window higher as (partition by r.object order by r.rev desc rows between unbounded preceding and 1 preceding)
) s
where s.valid_from < s.valid_to;

analyze sqlq_stretch;

-- What sqlq_stretch and the derivations make of dependency states (M6) is
-- computed by the loader and copied in here.
create temp table sqlq_state (revision int, valid_from timestamptz, valid_to timestamptz, state smallint) on commit drop;
