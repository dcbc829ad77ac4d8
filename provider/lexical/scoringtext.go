package lexical

const scoringSQL = `-- relevance (lexical-v1), sealed revisions: a string of bits for each term, segment
-- and digit of the weight in binary
plane as materialized (
  select p.term, p.segment, p.place, p.bits
  from sqlq.plane p
  where p.term = any(@terms)
  union all
  select h.term, h.segment, d.place, sqlq.set_bits(h.at, 1)
  from (
    select s.term, s.weight, u.revision >> 14 as segment, u.revision & 16383 as at
    from sqlq.sparse s
    cross join lateral unnest(s.revisions) u (revision)
    where s.term = any(@terms)
  ) h
  join (values (0), (1)) d (place) on h.weight >> d.place & 1 = 1
  group by h.term, h.segment, d.place
),

gathered as materialized (
  select p.segment, greatest(count(*) filter (where p.place = 0), count(*) filter (where p.place = 1))::int as n,
    array_agg(p.bits) filter (where p.place = 0) as ones, array_agg(p.bits) filter (where p.place = 1) as twos,
    0::bit(16384) | 0::bit(16384) as zero -- of type bit, as the recursion needs it
  from plane p
  group by p.segment
),

-- the weights of all terms added up, one term a step: s0 has the lowest binary
-- digit of every revision's sum, s1 the next one
sums as materialized (
  select g.segment, {sums}
  from gathered g
  cross join lateral (
    with recursive a (i, {sums}) as (
      select 1, coalesce(g.ones[1], g.zero), coalesce(g.twos[1], g.zero){none}
      union all
      select a.i + 1, {next}
      from a
      cross join lateral (select coalesce(g.ones[a.i + 1], g.zero) as b0, coalesce(g.twos[a.i + 1], g.zero) as b1 offset 0) t
      cross join lateral (select a.s1 # t.b1 as s1, a.s0 & t.b0 as c1 offset 0) x
      cross join lateral (select (a.s1 & t.b1) | (x.s1 & x.c1) as c offset 0) c2{steps}
      where a.i < g.n
    )
    select {sums} from a where a.i = g.n
  ) a
),

{mixed}candidate as materialized (
  select s.*, e.eligible & ({any}){unmixed} as eligible{boosts}
  from sums s
  join standing e on e.segment = s.segment
),

digit as materialized (
  select d.place, array_agg(d.bits order by c.segment) as bits
  from candidate c
  cross join lateral (values {values}) d (place, bits)
  group by d.place
),

-- the sum that MAX OBJECTS and one more reach, from the highest digit down: where
-- enough of those left have the digit, the others drop out, else they come on top
threshold (place, value, above, level) as (
  select {digits}, 0, 0::bigint, array_agg(c.eligible order by c.segment)
  from candidate c
  union all
  select n.place, 2 * n.value + n.enough::int, n.above + case when n.enough then 0 else n.hits end,
    case when n.enough then n.having else n.lacking end
  from (
    select t.place - 1 as place, t.value, t.above, m.*, t.above + m.hits > @objects as enough
    from threshold t
    join digit d on d.place = t.place - 1
    cross join lateral (
      select sum(bit_count(x.bits))::bigint as hits, array_agg(x.bits order by x.ord) as having,
        array_agg(x.level # x.bits order by x.ord) as lacking
      from (
        select u.ord, u.level, u.level & u.bits as bits
        from unnest(t.level, d.bits) with ordinality u (level, bits, ord)
        offset 0
      ) x
    ) m
  ) n
),

cut_score as materialized (
  select coalesce(max(t.value), 0) * {max}::bigint / {full} as score from threshold t where t.place = 0
),

-- the least sum that is worth a look, by the number of PREFER terms satisfied
cut as materialized (
  select k.boosts, {bound} - min(v.value) as add
  from generate_series(0, {classes}) k (boosts)
  cross join (select v.value, {score} as score from generate_series(1, {full}) v (value)) v
  cross join cut_score b
  where {cut}
  group by k.boosts
),

kept as materialized (
  select c.*, k.bits & c{digits}.c as bits
  from candidate c
  cross join lateral (values {sets}) k (boosts, bits)
  join cut u on u.boosts = k.boosts{carries}
),

-- the places of the set bits: each ends a gap of unset ones
found as materialized (
  select k.segment << 14 | p.at as revision, {value} as value
  from kept k
  cross join lateral (
    select (sum(length(g.gap) + 1) over (order by g.ord rows unbounded preceding))::int - 1 as at
    from unnest(string_to_array(k.bits::text, '1')) with ordinality g (gap, ord)
    order by g.ord
    limit bit_count(k.bits)
  ) p
  where bit_count(k.bits) > 0
)`
