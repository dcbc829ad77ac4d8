-- Names without a schema are the server's own or our temporary tables, whoever
-- else may have made functions of the same name.
set local search_path = pg_catalog, pg_temp;

-- What is derived here is derived for everybody, so it must be derived from all
-- rows: a role that sees only some of them gets an error.
set local row_security = off;

-- Loads follow one another, so that each sees the derived relations of the one
-- before. Readers never wait: they see the state before the commit.
select pg_advisory_xact_lock(hashtext('sqlq.load'));

-- The last revision from before.
create temp table sqlq_before on commit drop as
select coalesce(max(num), 0) as revision from sqlq.revision;

-- Records that need one which has not been seen yet; tried again at the end.
create temp table sqlq_pending (line bigint, record text) on commit drop;

-- Objects with a new revision or a new derivation, and the numbers of their nodes;
-- some more than once.
create temp table sqlq_touched (num int, object text collate "C") on commit drop;

-- Compiling a statement takes longer than any statement of a load can win by it.
set local jit = off;

-- Sorts and joins of a batch or of some hundred thousand rows fit into this.
select set_config('work_mem', '32MB', true)
from pg_settings
where name = 'work_mem' and setting::int < 32768;

-- Compressing texts is half of the work of storing them; lz4 makes it small.
select set_config('default_toast_compression', 'lz4', true)
from pg_settings
where name = 'default_toast_compression' and 'lz4' = any(enumvals);
