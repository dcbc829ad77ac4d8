-- The contents of the packed forms. $1 revisions, $2 names
select r.object, r.rev, f.name, f.content
from unnest($1::int[], $2::text[]) k (revision, name)
join sqlq.revision r on r.num = k.revision
join sqlq.representation f on f.revision = k.revision and f.name = k.name
where f.content is not null
