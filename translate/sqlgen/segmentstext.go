package sqlgen

// How the strings of the sealed segments are read (docs/index.md). What cannot
// be judged by strings is judged by its rows in sqlq.live, so both must say the
// same.

const segmentSQL = `-- segments: sealed revisions are judged by strings of bits, 16,384 at a time; under
-- row security by their rows. Some strings are right for the present of a segment,
-- those for any time take longer. A moment counts in units of its times.
segment as materialized (
  select s.num as segment, s.valid_from <= @t and s.valid_to > @t as present,
    floor(extract(epoch from @t - s.oldest) * 1000000 / s.unit)::bigint as moment%s
  from sqlq.segment s
  where not row_security_active('sqlq.live')
),

seal as materialized (
  select coalesce(max(s.num) + 1, 0) << 14 as first, 2147483647 as last,
    count(*) > 0 as something, exists (select from segment) as by_strings
  from sqlq.segment s
),

-- what is judged by its row: all, or what is not sealed and what has changed since
by_row as not materialized (
  select e.revision, e.boosts, e.reason
  from exclusion e
  where not (select s.by_strings from seal s)
  union all
  select e.revision, e.boosts, e.reason
  from exclusion e
  where (select s.by_strings from seal s) and e.revision between (select s.first from seal s) and (select s.last from seal s)
  union all
  select e.revision, e.boosts, e.reason
  from sqlq.touched d
  join exclusion e on e.revision = d.revision
  where (select s.by_strings from seal s)
),

changed as materialized (
  select d.revision >> 14 as segment, sqlq.set_bits(d.revision & 16383, 1) as bits
  from sqlq.touched d
  group by 1
),

-- times in binary against a moment, from the lowest digit up: a time is later when
-- it has a digit that the moment lacks, or had been later and has the digit as well
later as materialized (
  select d.segment, d.question, c.bits
  from (
    select s.segment, q.question, array_agg(t.bits order by t.place) as digits, least(q.moment, (1::bigint << count(*)::int) - 2) as moment
    from segment s
    cross join lateral (
      values ('created', 'created', s.moment, not s.present and s.moment >= 0), ('ended', 'ended', s.moment, not s.present and s.moment >= 0)%s
    ) q (question, what, moment, asked)
    join sqlq.segment_time t on t.segment = s.segment and t.what = q.what
    where q.asked
    group by s.segment, q.question, q.moment
  ) d
  cross join lateral (
    with recursive c (place, bits) as (
      select 0, d.digits[1] # d.digits[1]
      union all
      select c.place + 1,
        case when d.moment >> c.place & 1 = 1 then c.bits & d.digits[c.place + 1] else c.bits | d.digits[c.place + 1] end
      from c
      where c.place < cardinality(d.digits)
    )
    select c.bits from c where c.place = cardinality(d.digits)
  ) c
),

-- the live revisions at T by state and trust
state as materialized (
  select l.segment, l.state, l.trust, l.bits
  from segment s
  join sqlq.segment_live l on l.segment = s.segment
  where s.present
  union all
  select p.segment, p.state, p.trust, p.bits & e.bits & ~c.bits
  from later e
  join later c on c.segment = e.segment and c.question = 'created'
  join sqlq.segment_past p on p.segment = e.segment
  where e.question = 'ended'
  union all
  select v.segment, v.state, v.trust, sqlq.set_bits(v.place, 1)
  from segment s
  join sqlq.segment_varied v on v.segment = s.segment and v.valid_from <= @t and v.valid_to > @t
  where not s.present
  group by v.segment, v.state, v.trust
),

-- a string for each reason to exclude, then what none of them holds
judged as materialized (
  select j.segment, j.scope & ~(%s) as eligible,
    bit_count(j.scope) as in_scope,
    %s%s
  from (
    select l.*, c.*,%s
      coalesce(l.live, %[7]s) & ~coalesce((select d.bits from changed d where d.segment = l.segment), %[7]s)%s as scope
    from (
      select l.segment, bit_or(l.bits) as live%s
      from state l
      group by l.segment
    ) l
    join (
      select c.segment as classes_of, %s
      from sqlq.segment_classes c
      group by c.segment
    ) c on c.classes_of = l.segment
    offset 0
  ) j
),

standing as materialized (
  select s.segment, bit_or(s.eligible) as eligible%s
  from (
    select j.segment, j.eligible%s
    from judged j
    union all
    select e.revision >> 14, sqlq.set_bits(e.revision & 16383, 1)%s
    from by_row e
    where (select s.something from seal s) and e.reason < 1 and e.revision < (select s.first from seal s)
    group by 1
  ) s
  group by s.segment
)`
