-- $1 addresses
insert into sqlq.node (num, address)
select case when a.address like 'entity://%' then -nextval('sqlq.node_num') else nextval('sqlq.node_num') end, a.address
from (select distinct unnest($1::text[]) collate "C" as address) a
left join lateral (select n.num from sqlq.node n where n.address = a.address limit 1) k on true
where k.num is null
