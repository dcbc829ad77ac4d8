-- The narrow relations that a query reads. All of it is derived from the tables
-- of the first file and is kept in the transaction that changes those.

-- Numbers for addresses: objects count up from 1, entities down from -1.
create table sqlq.node (
  num     int primary key,
  address text collate "C" not null unique,
  check (num <> 0 and (num > 0) = (address like 'object://%'))
);
comment on table sqlq.node is 'A number for every object and entity that was ever named: positive for objects, negative for entities.';

-- The state of an object changes with its sources; a row holds for one stretch
-- of time in which one revision is selected, is no tombstone and has one state.
create table sqlq.live (
  object     int not null,
  revision   int not null,
  rev        int not null,
  valid_from timestamptz not null,
  valid_to   timestamptz not null default 'infinity',
  created_at timestamptz not null,
  project    text collate "C",
  state      smallint not null,
  trust      smallint not null,
  secret     boolean not null,
  role_classes     bigint not null,
  packable_classes bigint not null,
  check (valid_from < valid_to)
);
create index on sqlq.live (object, valid_to);
create index on sqlq.live (project, valid_to);
create index on sqlq.live (revision);
comment on table sqlq.live is 'Which revision of an object is selected and live from valid_from until before valid_to (M4), and in which dependency state (M6).';
comment on column sqlq.live.state is '0 current, 1 unknown, 2 stale, 3 invalid';
comment on column sqlq.live.trust is '0 untrusted, 1 unknown, 2 inferred, 3 verified, 4 authoritative';

-- How many objects are live from a moment on, so that a query over one project
-- can tell how many it left out without looking at the others.
create table sqlq.census (
  at   timestamptz primary key,
  live int not null check (live >= 0)
);
comment on table sqlq.census is 'Objects live from this moment until the next row.';

-- Every edge and every derivation, both ways.
create table sqlq.adjacent (
  node       int not null,
  neighbour  int not null,
  relation   text collate "C" not null,
  valid_from timestamptz not null default '-infinity',
  valid_to   timestamptz not null default 'infinity',
  revision   int
);
create index on sqlq.adjacent (node, neighbour);
comment on table sqlq.adjacent is 'One hop, stored in both directions. revision is the derived revision when the hop is a derivation.';

-- The plain lexical index: which revisions hold a term, in blocks.
create table sqlq.posting (
  term       text collate "C" not null,
  weight     smallint not null check (weight between 1 and 3),
  role_class smallint not null check (role_class between 0 and 63),
  revisions  int[] not null
);
alter table sqlq.posting alter revisions set storage main;
alter table sqlq.posting alter revisions set statistics 0;
create index on sqlq.posting (term);
comment on table sqlq.posting is 'weight: 3 title, 2 the representation named summary, 1 any other text (QR4). Secret text is never in it (QS8).';
