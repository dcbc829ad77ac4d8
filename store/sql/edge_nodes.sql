-- $1 addresses
insert into sqlq.node (num, address)
select case when a.address like 'entity://%' then -nextval('sqlq.node_num') else nextval('sqlq.node_num') end, a.address
from (select distinct unnest($1::text[]) as address) a
where not exists (select from sqlq.node n where n.address = a.address)
