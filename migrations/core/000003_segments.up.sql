-- The fast lexical index: revisions are numbered densely and cut into segments
-- of 16,384. A full segment is sealed: what was an array of revisions for each
-- term becomes a string of bits, one for each revision of the segment, so that
-- one operator judges 16,384 revisions. docs/index.md explains it.

-- set_bits(0, place) and so on: the string with these places set.
do $$ begin
  execute format('create aggregate sqlq.set_bits(int, int) (sfunc = set_bit, stype = bit, initcond = %L, parallel = safe)', repeat('0', 16384));
end $$;

-- Segment n holds the revisions n * 16384 to n * 16384 + 16383; revision r is at
-- place r & 16383 of segment r >> 14. Sealed are segments 0 up to the last one here.
create table sqlq.segment (
  num         int primary key check (num >= 0),
  valid_from  timestamptz not null,
  valid_to    timestamptz not null,
  oldest      timestamptz not null,
  newest      timestamptz not null,
  unit        bigint not null default 1 check (unit > 0),
  check (valid_from < valid_to)
);
comment on table sqlq.segment is 'The sealed segments. The strings of segment_live are right for any T from valid_from until before valid_to.';
comment on column sqlq.segment.oldest is 'The first created_at among its revisions; newest is the last one.';
comment on column sqlq.segment.unit is 'Microseconds that all its times are multiples of, counted from oldest.';

-- The weight of the heaviest field in binary: 3 sets both planes.
create table sqlq.plane (
  term    text collate "C" not null,
  segment int not null,
  place   smallint not null check (place in (0, 1)),
  bits    bit(16384) not null
) with (toast_tuple_target = 128);
alter table sqlq.plane alter bits set storage main, alter bits set statistics 0;
create index on sqlq.plane (term, segment);
comment on table sqlq.plane is 'Revisions of a sealed segment that hold a term, where they are many. place: 0 for the ones, 1 for the twos of the weight (QR4).';

create table sqlq.sparse (
  term      text collate "C" not null,
  weight    smallint not null check (weight between 1 and 3),
  revisions int[] not null
);
alter table sqlq.sparse alter revisions set storage main, alter revisions set statistics 0;
create index on sqlq.sparse (term);
comment on table sqlq.sparse is 'Revisions of sealed segments that hold a term, where they are few: a place in several segments a row.';

create table sqlq.mixed (
  term       text collate "C" not null,
  weight     smallint not null check (weight between 1 and 3),
  role_class smallint not null check (role_class between 0 and 63),
  revisions  int[] not null
);
alter table sqlq.mixed alter revisions set storage main, alter revisions set statistics 0;
create index on sqlq.mixed (term);
comment on table sqlq.mixed is 'Postings of sealed revisions whose texts differ in roles: read instead of the planes when EXCLUDE ROLE leaves out some of their texts (QS8).';

-- Which revisions of a segment are selected and live, by what changes with time.
create table sqlq.segment_live (
  segment int not null,
  state   smallint not null check (state between 0 and 3),
  trust   smallint not null check (trust between 0 and 4),
  bits    bit(16384) not null,
  primary key (segment, state, trust)
) with (toast_tuple_target = 128);
alter table sqlq.segment_live alter bits set storage main, alter bits set statistics 0;

-- The same for any T: revisions that were ever live and always in one state, then
-- the stretches of the others, which are few.
create table sqlq.segment_past (
  segment int not null,
  state   smallint not null check (state between 0 and 3),
  trust   smallint not null check (trust between 0 and 4),
  bits    bit(16384) not null,
  primary key (segment, state, trust)
) with (toast_tuple_target = 128);
alter table sqlq.segment_past alter bits set storage main, alter bits set statistics 0;

create table sqlq.segment_varied (
  segment    int not null,
  place      smallint not null check (place between 0 and 16383),
  valid_from timestamptz not null,
  valid_to   timestamptz not null,
  state      smallint not null check (state between 0 and 3),
  trust      smallint not null check (trust between 0 and 4)
);
create index on sqlq.segment_varied (segment);

-- When a revision was created and when it ceased to be selected: units since
-- oldest, in binary, a string for each digit. What has not ceased has all digits.
create table sqlq.segment_time (
  segment int not null,
  what    text collate "C" not null check (what in ('created', 'ended')),
  place   smallint not null check (place between 0 and 62),
  bits    bit(16384) not null,
  primary key (segment, what, place)
) with (toast_tuple_target = 128);
alter table sqlq.segment_time alter bits set storage main, alter bits set statistics 0;

-- What never changes for a revision.
create table sqlq.segment_project (
  project text collate "C" not null,
  segment int not null,
  bits    bit(16384) not null,
  primary key (project, segment)
) with (toast_tuple_target = 128);
alter table sqlq.segment_project alter bits set storage main, alter bits set statistics 0;

create table sqlq.segment_classes (
  segment          int not null,
  secret           boolean not null,
  role_classes     bigint not null,
  packable_classes bigint not null,
  bits             bit(16384) not null,
  primary key (segment, secret, role_classes, packable_classes)
) with (toast_tuple_target = 128);
alter table sqlq.segment_classes alter bits set storage main, alter bits set statistics 0;

-- Rows are only ever added between two folds, so no load waits for a hot row.
create table sqlq.touched (revision int primary key);
comment on table sqlq.touched is 'Sealed revisions whose rows in sqlq.live have changed since segment_live was written: judged by those rows.';
