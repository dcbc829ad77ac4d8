create temp table sqlq_change (at timestamptz, live int) on commit drop;

with gone as (
  delete from sqlq.live l using sqlq_affected a where l.object = a.num
  returning l.valid_from, l.valid_to
)
insert into sqlq_change
select c.at, sum(c.live)
from gone g
cross join lateral (values (g.valid_from, -1), (g.valid_to, 1)) c (at, live)
where c.at < 'infinity'
group by c.at
having sum(c.live) <> 0;

-- In order of project, so that a project lies on few pages.
with added as (
  insert into sqlq.live (object, revision, rev, valid_from, valid_to, created_at, project,
    state, trust, secret, role_classes, packable_classes)
  select s.object, s.revision, r.rev, coalesce(t.valid_from, s.valid_from), coalesce(t.valid_to, s.valid_to),
    r.created_at, o.project,
    coalesce(t.state, array_position('{current,unknown,stale,invalid}'::text[], r.state) - 1, 0),
    array_position('{untrusted,unknown,inferred,verified,authoritative}'::text[], r.trust) - 1,
    r.secret, r.role_classes, r.packable_classes
  from sqlq_stretch s
  join sqlq.revision r on r.num = s.revision
  join sqlq.object o on o.id = r.object
  left join sqlq_state t on t.revision = s.revision
  where not s.tombstone
  order by o.project, s.object
  returning valid_from, valid_to
)
insert into sqlq_change
select c.at, sum(c.live)
from added a
cross join lateral (values (a.valid_from, 1), (a.valid_to, -1)) c (at, live)
where c.at < 'infinity'
group by c.at
having sum(c.live) <> 0;

-- The census from the first change on, made again from what it said and what
-- has changed.
create temp table sqlq_census on commit drop as
with change as (
  select c.at, sum(c.live) as live
  from sqlq_change c
  group by c.at
  having sum(c.live) <> 0
), first as (
  select min(c.at) as at from change c
), step as (
  select c.at, c.live from change c
  union all
  select c.at, c.live - coalesce(lag(c.live) over (order by c.at), b.live, 0)
  from first f
  join sqlq.census c on c.at >= f.at
  left join lateral (select p.live from sqlq.census p where p.at < f.at order by p.at desc limit 1) b on true
), total as (
  select s.at, sum(s.live) as live from step s group by s.at
)
select t.at, coalesce(b.live, 0) + sum(t.live) over (order by t.at) as live
from total t
cross join first f
left join lateral (select p.live from sqlq.census p where p.at < f.at order by p.at desc limit 1) b on true;

delete from sqlq.census where at >= (select min(c.at) from sqlq_census c);
insert into sqlq.census select c.at, c.live from sqlq_census c order by c.at;
