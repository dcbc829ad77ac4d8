package lexical

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/schema"
)

// scoring writes the part of the statement that scores sealed revisions: whole
// segments at a time, by adding strings of bits (docs/index.md).
type scoring struct {
	provider.Request
	terms  int
	digits int // binary digits of the largest sum
}

func newScoring(req provider.Request, terms int) scoring {
	return scoring{req, terms, bits.Len(uint(3 * terms))}
}

func (s scoring) text() string {
	return strings.NewReplacer(
		"{mixed}", s.mixed(), "{unmixed}", s.unmixed(),
		"{sums}", s.each("s%d", ", "), "{none}", strings.Repeat(", g.zero", s.digits-2),
		"{next}", s.next(), "{steps}", s.steps(),
		"{any}", s.each("s.s%d", " | "), "{boosts}", s.boostColumns(), "{digits}", fmt.Sprint(s.digits), "{values}", s.each("(%[1]d, c.s%[1]d)", ", "),
		"{score}", fmt.Sprintf("v.value * %d::bigint / %d", schema.MaxScore, 3*s.terms),
		"{classes}", fmt.Sprint(s.Boosts), "{cut}", s.cut(),
		"{sets}", s.sets(), "{carries}", s.carries(), "{bound}", fmt.Sprint(1<<s.digits),
		"{value}", s.value(), "{full}", fmt.Sprint(3*s.terms), "{max}", fmt.Sprint(schema.MaxScore),
	).Replace(scoringSQL)
}

// each writes format once a plane.
func (s scoring) each(format, sep string) string {
	parts := make([]string, s.digits)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, sep)
}

// mixed reads the segments' revisions whose texts differ in roles: with EXCLUDE
// ROLE the planes, which do not tell roles apart, are not asked about those.
func (s scoring) mixed() string {
	if s.all() {
		return ""
	}
	return `mixed as materialized (
  select c.segment, bit_or(c.bits) as bits
  from sqlq.segment_classes c
  where bit_count(c.role_classes::bit(64)) > 1
  group by c.segment
),

`
}

func (s scoring) unmixed() string {
	if s.all() {
		return ""
	}
	return " & ~coalesce((select m.bits from mixed m where m.segment = s.segment), 0::bit(16384))"
}

// unmixedRanked leaves the mixed revisions to rankedMixedSQL.
func (s scoring) unmixedRanked() string {
	if s.all() {
		return ""
	}
	return "\n    and get_bit(coalesce((select m.bits from mixed m where m.segment = p.segment), 0::bit(16384)), k.revision & 16383) = 0"
}

// all tells that every text may be read.
func (s scoring) all() bool { return s.Allowed == math.MaxUint64 }

func (s scoring) allowed() string {
	if s.all() {
		return ""
	}
	return "\n    and (@allowed >> p.role_class) & 1 = 1"
}

// relevance is everything from the planes to the relation relevance.
func (s scoring) relevance(f form) string {
	mixedHits, mixedObjects := "", ""
	if !s.all() {
		mixedHits = mixedSQL
		mixedObjects = strings.ReplaceAll(mixedObjectsSQL, "{boosted}", boosted("m.score", s.Boosts))
	}
	return s.text() + f.write(strings.NewReplacer("{mixed hits}", mixedHits, "{mixed objects}", mixedObjects).Replace(plainSQL),
		"{allowed}", s.allowed())
}

// own is the relation own.
func (s scoring) own(f form) string {
	mixed, objects := "", ""
	if !s.all() {
		mixed, objects = rankedMixedSQL, "\n  union all\n  {ranked sum}"
	}
	return f.write(strings.NewReplacer("{unmixed}", s.unmixedRanked(), "{ranked mixed}", mixed, "{ranked objects}", objects).Replace(ownSQL))
}

// from is how many terms are added before digit j can be set by one more: the
// first i with 3 * (i + 1) >= 2^j.
func from(j int) int { return (1<<j+2)/3 - 1 }

// boosted applies n boosts to an integer expression, each rounded down (QR10).
func boosted(expr string, n int) string { return expr + strings.Repeat(" * 5 / 4", n) }

// steps adds one term to the sums, digit by digit; c is the carry into a digit.
func (s scoring) steps() string {
	var out strings.Builder
	for j := 2; j < s.digits-1; j++ {
		fmt.Fprintf(&out, "\n      cross join lateral (select case when a.i >= %d then a.s%d & c%d.c else g.zero end as c offset 0) c%d",
			from(j), j, j, j+1)
	}
	return out.String()
}

// next is the sums after one more term.
func (s scoring) next() string {
	out := "a.s0 # t.b0, x.s1 # x.c1"
	for j := 2; j < s.digits; j++ {
		out += fmt.Sprintf(", case when a.i >= %d then a.s%d # c%d.c else a.s%d end", from(j), j, j, j)
	}
	return out
}

func (s scoring) boostColumns() string {
	var out strings.Builder
	for k := 1; k <= s.Boosts; k++ {
		fmt.Fprintf(&out, ", e.boost_%d", k)
	}
	return out.String()
}

// cut is the condition on a sum that keeps an object which satisfies k.boosts of
// the PREFER terms: it can rank by itself, or lead to what can.
func (s scoring) cut() string {
	var own strings.Builder
	own.WriteString("case k.boosts")
	for k := 0; k <= s.Boosts; k++ {
		fmt.Fprintf(&own, " when %d then %s", k, boosted("v.score", k))
	}
	own.WriteString(" end >= b.score")
	if s.Depth == 0 {
		return own.String()
	}
	return own.String() + " or " + boosted("(v.score >> 1)", s.Boosts) + " >= b.score"
}

// sets lists the eligible revisions by how many PREFER terms they satisfy.
func (s scoring) sets() string {
	if s.Boosts == 0 {
		return "(0, c.eligible)"
	}
	var any, out []string
	for k := 1; k <= s.Boosts; k++ {
		any = append(any, fmt.Sprintf("c.boost_%d", k))
		out = append(out, fmt.Sprintf("(%d, c.eligible & c.boost_%d)", k, k))
	}
	return "(0, c.eligible & ~(" + strings.Join(any, " | ") + ")), " + strings.Join(out, ", ")
}

// carries compares: a sum is at least u.least where sum + u.add carries out of
// the last digit.
func (s scoring) carries() string {
	var out strings.Builder
	for j := range s.digits {
		carry := fmt.Sprintf("c%d.c", j)
		if j == 0 {
			carry = "c.s0 # c.s0"
		}
		fmt.Fprintf(&out, "\n  cross join lateral (select case when u.add >> %d & 1 = 1 then c.s%d | (%s) else c.s%d & (%s) end as c offset 0) c%d",
			j, j, carry, j, carry, j+1)
	}
	return out.String()
}

func (s scoring) value() string {
	return s.each("(get_bit(k.s%[1]d, p.at) << %[1]d)", " + ")
}
