package sqlgen

import (
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/plan"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

// How the strings of the sealed segments are read (docs/index.md). What cannot
// be judged by strings is judged by its rows in sqlq.live, so both must say the
// same.

const segmentSQL = `-- segments: sealed revisions are judged by strings of bits, 16,384 at a time. The
-- strings hold for a stretch of time; outside it, and under row security, rows do
segment as materialized (
  select s.num as segment, s.valid_from <= @t and s.valid_to > @t and not row_security_active('sqlq.live')%s as by_strings%s
  from sqlq.segment s
),

seal as materialized (
  select coalesce(max(s.segment) + 1, 0) << 14 as first, 2147483647 as last,
    count(*) > 0 as something, coalesce(bool_and(s.by_strings), false) as by_strings
  from segment s
),

-- what is judged by its row: all, or what is not sealed and has changed since
by_row as not materialized (
  select e.revision, e.state, e.trust, e.reason
  from exclusion e
  where not (select s.something from seal s)
  union all
  select e.revision, e.state, e.trust, e.reason
  from exclusion e
  where (select s.by_strings from seal s) and e.revision between (select s.first from seal s) and (select s.last from seal s)
  union all
  select e.revision, e.state, e.trust, e.reason
  from sqlq.touched d
  join exclusion e on e.revision = d.revision
  where (select s.by_strings from seal s)
  union all
  select e.revision, e.state, e.trust, e.reason
  from exclusion e
  left join segment s on s.segment = e.revision >> 14
  left join sqlq.touched d on d.revision = e.revision
  where (select s.something and not s.by_strings from seal s) and (s.by_strings is not true or d.revision is not null)
),

changed as materialized (
  select d.revision >> 14 as segment, sqlq.set_bits(d.revision & 16383, 1) as bits
  from sqlq.touched d
  group by 1
),

-- a string for each reason to exclude, then what none of them holds
judged as materialized (
  select j.segment, j.scope & ~(%s) as eligible,
    bit_count(j.scope) as in_scope,
    %s%s
  from (
    select g.segment, l.*, c.*, %s%s as scope
    from segment g
    cross join lateral (
      select bit_or(l.bits) as live%s
      from sqlq.segment_live l
      where l.segment = g.segment
    ) l
    cross join lateral (
      select %s
      from sqlq.segment_classes c
      where c.segment = g.segment
    ) c
    where g.by_strings
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

const noBits = "0::bit(16384)"

// verdict is a reason to exclude, as a string.
type verdict struct {
	reason schema.Reason
	bits   string
}

// segments judges by strings what exclusion judges by rows.
func (g generator) segments() sqlfrag.Fragment {
	e := g.Exclusion
	age, aged := "", ""
	var verdicts []verdict
	var params []sqlfrag.Param
	live, classes := "", fmt.Sprintf("coalesce(bit_or(c.bits) filter (where c.secret), %s) as secret", noBits)
	if e.MaxAge > 0 {
		const cutoff = "@t - make_interval(secs => @max_age)"
		age = fmt.Sprintf("\n    -- MAX AGE leaves out all of it or nothing\n    and (s.oldest >= %[1]s or s.newest < %[1]s)", cutoff)
		aged = fmt.Sprintf(",\n    s.newest < %s as aged", cutoff)
		verdicts = append(verdicts, verdict{schema.ReasonMaxAge, fmt.Sprintf("case when j.aged then j.scope else %s end", noBits)})
		params = append(params, sqlfrag.Param{Name: "max_age", Type: "float8", Value: e.MaxAge.Seconds()})
	}
	verdicts = append(verdicts, verdict{schema.ReasonSecret, "j.secret"})
	liveColumn := func(condition, name string) {
		live += fmt.Sprintf(",\n        coalesce(bit_or(l.bits) filter (where %s), %s) as %s", condition, noBits, name)
	}
	if e.Untrusted {
		liveColumn(fmt.Sprintf("l.trust = %d", schema.TrustUntrusted), "untrusted")
		verdicts = append(verdicts, verdict{schema.ReasonTrust, "j.untrusted"})
	}
	if e.Stale {
		liveColumn(fmt.Sprintf("l.state >= %d", schema.StateStale), "stale")
		verdicts = append(verdicts, verdict{schema.ReasonStale, "j.stale"})
	}
	packable := "c.packable_classes = 0"
	if e.Allowed != plan.AllClasses {
		packable = "c.packable_classes & @allowed = 0"
		classes += fmt.Sprintf(",\n        coalesce(bit_or(c.bits) filter (where c.role_classes <> 0 and c.role_classes & @allowed = 0), %s) as role", noBits)
		verdicts = append(verdicts, verdict{schema.ReasonRole, "j.role"})
		params = append(params, g.allowed())
	}
	classes += fmt.Sprintf(",\n        coalesce(bit_or(c.bits) filter (where %s), %s) as no_form", packable, noBits)
	verdicts = append(verdicts, verdict{schema.ReasonNoRepresentation, "j.no_form"})
	var bits, counts []string
	for i, v := range verdicts {
		before := ""
		if i > 0 {
			before = " & ~(" + strings.Join(bits, " | ") + ")"
		}
		counts = append(counts, fmt.Sprintf("bit_count(j.scope & %s%s) as %s", v.bits, before, v.reason))
		bits = append(bits, v.bits)
	}
	var boosts, outer, combined, rows string
	satisfied := g.satisfied("l")
	for k := 1; k <= len(g.Boosts); k++ {
		name := fmt.Sprintf("boost_%d", k)
		liveColumn(fmt.Sprintf("%s = %d", satisfied, k), name)
		boosts += fmt.Sprintf(",\n    j.scope & j.%[1]s as %[1]s", name)
		outer += fmt.Sprintf(", coalesce(bit_or(s.%[1]s), %[2]s) as %[1]s", name, noBits)
		combined += ", j." + name
		rows += fmt.Sprintf(",\n      sqlq.set_bits(e.revision & 16383, 1) filter (where %s = %d)", g.satisfied("e"), k)
	}
	project := ""
	if g.Scope.Project != nil {
		project = fmt.Sprintf("\n      & coalesce((select p.bits from sqlq.segment_project p where p.project = @project and p.segment = g.segment), %s)", noBits)
		params = append(params, sqlfrag.Param{Name: "project", Type: "text", Value: *g.Scope.Project})
	}
	scope := fmt.Sprintf("coalesce(l.live, %[1]s) & ~coalesce((select d.bits from changed d where d.segment = g.segment), %[1]s)", noBits)
	if e.MaxAge > 0 {
		scope = "g.aged, " + scope
	}
	return sqlfrag.New(fmt.Sprintf(segmentSQL, age, aged, strings.Join(bits, " | "), strings.Join(counts, ",\n    "), boosts,
		scope, project, live, classes, outer, combined, rows), params...)
}
