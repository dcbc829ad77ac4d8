delete from sqlq.live l using sqlq_affected a where l.object = a.num;

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
where not s.tombstone;
