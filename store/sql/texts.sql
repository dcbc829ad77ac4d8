-- What relevance may read of revisions from $1 until before $2, in order.
select r.num, r.role_classes, r.title, coalesce(f.name, ''), coalesce(f.role_class, 0)::int, f.content
from sqlq.revision r
left join sqlq.representation f on f.revision = r.num and f.packable and f.content is not null
where r.num >= $1 and r.num < $2 and not r.tombstone and not 'secret' = any(r.roles)
order by r.num
