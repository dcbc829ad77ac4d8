-- The numbers of addresses, given where there is none yet. $1 distinct addresses
with known as materialized (
  select a.address, n.num
  from unnest($1::text[]) a (address)
  left join lateral (select n.num from sqlq.node n where n.address = a.address limit 1) n on true
), added as (
  insert into sqlq.node (num, address)
  select case
      when k.address like 'entity://%'
      then coalesce((select n.num from sqlq.node n where n.num < 0 order by n.num limit 1), 0) - k.place
      else coalesce((select n.num from sqlq.node n where n.num > 0 order by n.num desc limit 1), 0) + k.place
    end, k.address
  from (
    select k.address, row_number() over (partition by k.address like 'entity://%' order by k.address collate "C") as place
    from known k
    where k.num is null
  ) k
  returning address, num
)
select address, num from known where num is not null
union all
select address, num from added
