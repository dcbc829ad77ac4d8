-- The object model as it is loaded. Nothing here is derived; everything in the
-- next file can be made again from these tables.

-- M2: 1 to 512 printable ASCII characters without space, ", @, # and ?.
create domain sqlq.object_id as text collate "C"
  check (octet_length(value) between 1 and 512 and value ~ '^[!$->A-~]+$');

-- An edge end: object://id or entity://id.
create domain sqlq.node_address as text collate "C"
  check (value ~ '^(object|entity)://[!$->A-~]+$' and octet_length(value) <= 521);

create table sqlq.object (
  id      sqlq.object_id primary key,
  type    text not null,
  project text collate "C"
);
comment on table sqlq.object is 'One row an object; its content is in its revisions. project is an opaque label, null for none.';

-- Columns after properties are made at load from the row and its
-- representations, so that a query never has to read those.
create table sqlq.revision (
  num        int primary key,
  object     text collate "C" not null references sqlq.object,
  rev        int not null check (rev >= 1),
  created_at timestamptz not null check (isfinite(created_at)),
  tombstone  boolean not null default false,
  title      text not null default '',
  origin     text not null default 'unknown'
    check (origin in ('human', 'model', 'external', 'system', 'import', 'unknown')),
  trust      text not null default 'unknown'
    check (trust in ('untrusted', 'unknown', 'inferred', 'verified', 'authoritative')),
  validation text not null default 'none'
    check (validation in ('none', 'automated', 'human')),
  roles      text[] not null default '{}'
    check (roles <@ '{data,instruction,prompt,policy,executable,secret,untrusted_external}'::text[]),
  state      text check (state in ('current', 'unknown', 'stale', 'invalid')),
  properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
  secret           boolean not null default false,
  role_classes     bigint not null default 0,
  packable_classes bigint not null default 0,
  fingerprint      bytea not null check (octet_length(fingerprint) = 32),
  unique (object, rev)
);
comment on table sqlq.revision is 'Append only (M1). The selected revision at T is the highest rev with created_at <= T (M4).';
comment on column sqlq.revision.num is 'Dense, in order of loading; given by the load.';
comment on column sqlq.revision.secret is 'The revision has the secret role, or all of its representations have it.';
comment on column sqlq.revision.role_classes is 'Bit c: a representation of role class c exists; a class is the set of effective roles, secret ones left out.';
comment on column sqlq.revision.packable_classes is 'Bit c: a packable text representation of role class c exists.';
comment on column sqlq.revision.fingerprint is 'SHA-256 of the record as loaded: tells a repeated record from a changed one.';

-- No foreign key to revision: the trigger below checks more than that, and a
-- statement at a time rather than a row at a time.
create table sqlq.representation (
  revision     int not null,
  name         text collate "C" not null check (name <> ''),
  media_type   text not null,
  content      text,
  content_ref  text,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  chars        int check (chars >= 0),
  tokens       int check (tokens >= 0),
  estimator    text,
  roles        text[] not null default '{}'
    check (roles <@ '{data,instruction,prompt,policy,executable,secret,untrusted_external}'::text[]),
  role_class   smallint check (role_class between 0 and 63),
  packable     boolean not null,
  primary key (revision, name),
  check (num_nonnulls(content, content_ref) = 1),
  check (not packable or (role_class is not null and num_nonnulls(chars, tokens) > 0))
);
comment on table sqlq.representation is 'Append only (M1). One form of a revision, held here or (content_ref) elsewhere.';
comment on column sqlq.representation.content_hash is 'SHA-256 of the UTF-8 bytes of the content (QB3).';
comment on column sqlq.representation.role_class is 'The set of effective roles; null when secret is one of them.';

-- Nothing is searched or joined by these, and gathering their statistics would
-- mean reading every text.
alter table sqlq.revision
  alter title set statistics 0, alter properties set statistics 0, alter fingerprint set statistics 0;
alter table sqlq.representation
  alter content set statistics 0, alter content_hash set statistics 0, alter content_ref set statistics 0;

create table sqlq.derivation (
  revision   int not null references sqlq.revision,
  relation   text collate "C" not null,
  source     text collate "C" not null
    check (source ~ '^object://[!$->A-~]+$' or source ~ '^context://ctx_[0-9a-f]{32}$'),
  source_rev int check (source_rev >= 1),
  unique nulls not distinct (revision, relation, source, source_rev)
);
create index on sqlq.derivation (source);
comment on table sqlq.derivation is 'A revision was derived from a source, at one of its revisions or (null) at none in particular.';

create table sqlq.entity (
  id         sqlq.object_id primary key,
  type       text not null,
  name       text,
  properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
  version    int not null default 1 check (version >= 1),
  superseded boolean not null default false,
  updated_at timestamptz
);

create table sqlq.edge (
  from_address sqlq.node_address not null,
  relationship text collate "C" not null,
  to_address   sqlq.node_address not null,
  observed_at  timestamptz,
  ended_at     timestamptz,
  properties   jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
  unique nulls not distinct (from_address, relationship, to_address, observed_at, ended_at)
);
comment on table sqlq.edge is 'Holds from observed_at (null: always) until before ended_at (null: still), QS3.';

-- M1: a written revision never changes. Retention of whole stores is a matter
-- of dropping the schema, not of editing history.
create function sqlq.refuse_change() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  raise exception '% of sqlq.% refused: revisions never change once written', tg_op, tg_table_name
    using errcode = 'restrict_violation', hint = 'Write a new revision, or a tombstone.';
end $$;

create trigger append_only before update or delete or truncate on sqlq.revision
  for each statement execute function sqlq.refuse_change();
create trigger append_only before update or delete or truncate on sqlq.representation
  for each statement execute function sqlq.refuse_change();

-- M1 as well: what is added to a revision later would change it.
create function sqlq.refuse_addition() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if exists (
    select
    from added a
    left join sqlq.revision r on r.num = a.revision
    where r.xmin is distinct from pg_current_xact_id()::xid
  ) then
    raise exception 'a representation can only be written together with its revision'
      using errcode = 'restrict_violation', hint = 'Write a new revision.';
  end if;
  return null;
end $$;

create trigger together after insert on sqlq.representation
  referencing new table as added for each statement execute function sqlq.refuse_addition();
