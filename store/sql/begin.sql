-- Loads follow one another, so that each sees the derived relations of the one
-- before. Readers never wait: they see the state before the commit.
select pg_advisory_xact_lock(hashtext('sqlq.load'));

-- Records that need one which has not been seen yet; tried again at the end.
create temp table sqlq_pending (line bigint, record text) on commit drop;

-- Objects with a new revision or a new derivation.
create temp table sqlq_touched (object text collate "C") on commit drop;
