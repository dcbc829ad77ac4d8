-- Objects whose stretches or states may have changed: the touched ones here, and
-- what depends on them in reach.sql.
create temp table sqlq_affected on commit drop as
select distinct t.num, t.object, true as touched from sqlq_touched t;

analyze sqlq_affected;
