-- Names without a schema are the server's own or our temporary tables, whoever
-- else may have made functions of the same name.
set local search_path = pg_catalog, pg_temp;

-- Loads follow one another, so that each sees the derived relations of the one
-- before. Readers never wait: they see the state before the commit.
select pg_advisory_xact_lock(hashtext('sqlq.load'));

-- The last revision from before.
create temp table sqlq_before on commit drop as
select coalesce(max(num), 0) as revision from sqlq.revision;

-- Records that need one which has not been seen yet; tried again at the end.
create temp table sqlq_pending (line bigint, record text) on commit drop;

-- Objects with a new revision or a new derivation.
create temp table sqlq_touched (object text collate "C") on commit drop;

-- Compressing texts is half of the work of storing them; lz4 makes it small.
select set_config('default_toast_compression', 'lz4', true)
from pg_settings
where name = 'default_toast_compression' and 'lz4' = any(enumvals);
