-- The derivations recorded from the packed revisions, with the source as it is
-- at T (QB9) and the state of the link (M5). $1 revisions, $2 T
select r.object, d.relation,
  d.source || coalesce('@' || d.source_rev, '') as source,
  s.rev as source_latest,
  case
    when d.source like 'context://%' then 'current'
    when s.rev is null then 'unresolved'
    when s.tombstone then 'invalid'
    when d.source_rev is null and s.created_at > r.created_at then 'stale'
    when d.source_rev is null or s.rev = d.source_rev then 'current'
    when s.rev > d.source_rev then 'stale'
    else 'unresolved'
  end as link_state
from sqlq.derivation d
join sqlq.revision r on r.num = d.revision
left join lateral (
  select v.rev, v.created_at, v.tombstone
  from sqlq.revision v
  where d.source like 'object://%' and v.object = substr(d.source, 10) and v.created_at <= $2::timestamptz
  order by v.rev desc
  limit 1
) s on true
where d.revision = any($1::int[])
order by r.object, d.relation, d.source, d.source_rev nulls first
