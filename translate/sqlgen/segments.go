package sqlgen

import (
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/plan"
	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

const noBits = "0::bit(16384)"

// verdict is a reason to exclude, as a string of bits.
type verdict struct {
	reason schema.Reason
	bits   string
}

// segments judges by strings what exclusion judges by rows (QS7).
func (g generator) segments() sqlfrag.Fragment {
	live, classes, verdicts, params := g.strings()
	moments, question, aged, ageParams := g.aged()
	if aged != "" {
		verdicts = append([]verdict{{schema.ReasonMaxAge, "j.aged"}}, verdicts...)
	}
	var bits, counts []string
	for _, v := range verdicts {
		before := ""
		if len(bits) > 0 {
			before = " & ~(" + strings.Join(bits, " | ") + ")"
		}
		counts = append(counts, fmt.Sprintf("bit_count(j.scope & %s%s) as %s", v.bits, before, v.reason))
		bits = append(bits, v.bits)
	}
	project := ""
	if g.Scope.Project != nil {
		project = fmt.Sprintf("\n      & coalesce((select p.bits from sqlq.segment_project p where p.project = @project and p.segment = l.segment), %s)", noBits)
		params = append(params, g.project())
	}
	b := g.boostStrings()
	return sqlfrag.New(fmt.Sprintf(segmentSQL, moments, question, strings.Join(bits, " | "), strings.Join(counts, ",\n    "), b.judged,
		aged, noBits, project, live+b.live, classes, b.standing, b.union, b.rows), append(params, ageParams...)...)
}

// strings lists what is read of live revisions and of their classes, and which
// reasons to exclude that makes, in order.
func (g generator) strings() (live, classes string, verdicts []verdict, params []sqlfrag.Param) {
	e := g.Exclusion
	either := func(table, condition, name string) string {
		return fmt.Sprintf("coalesce(bit_or(%s.bits) filter (where %s), %s) as %s", table, condition, noBits, name)
	}
	const next = ",\n        "
	verdicts = append(verdicts, verdict{schema.ReasonSecret, "j.secret"})
	if e.Untrusted {
		live += next + either("l", fmt.Sprintf("l.trust = %d", schema.TrustUntrusted), "untrusted")
		verdicts = append(verdicts, verdict{schema.ReasonTrust, "j.untrusted"})
	}
	if e.Stale {
		live += next + either("l", fmt.Sprintf("l.state >= %d", schema.StateStale), "stale")
		verdicts = append(verdicts, verdict{schema.ReasonStale, "j.stale"})
	}
	classes = either("c", "c.secret", "secret")
	packable := "c.packable_classes = 0"
	if e.Allowed != plan.AllClasses {
		packable = "c.packable_classes & @allowed = 0"
		classes += next + either("c", "c.role_classes <> 0 and c.role_classes & @allowed = 0", "role")
		verdicts = append(verdicts, verdict{schema.ReasonRole, "j.role"})
		params = append(params, g.allowed())
	}
	classes += next + either("c", packable, "no_form")
	return live, classes, append(verdicts, verdict{schema.ReasonNoRepresentation, "j.no_form"}), params
}

// aged is MAX AGE (QS2): all of a segment, nothing of it, or what its times say.
func (g generator) aged() (moments, question, aged string, params []sqlfrag.Param) {
	if g.Exclusion.MaxAge == 0 {
		return "", "", "", nil
	}
	const cutoff = "@t - make_interval(secs => @max_age)"
	moments = fmt.Sprintf(`,
    s.newest < %[1]s as all_aged, s.oldest < %[1]s as aged, -- MAX AGE
    ceil(extract(epoch from %[1]s - s.oldest) * 1000000 / s.unit)::bigint - 1 as cutoff`, cutoff)
	question = ",\n        ('aged', 'created', s.cutoff, s.aged and not s.all_aged)"
	aged = fmt.Sprintf(`
      (
        select case
            when g.all_aged then ~%[1]s
            when g.aged then ~(select a.bits from later a where a.segment = l.segment and a.question = 'aged')
            else %[1]s
          end
        from segment g
        where g.segment = l.segment
      ) as aged,`, noBits)
	return moments, question, aged, []sqlfrag.Param{g.maxAge()}
}

// boostStrings are the columns boost_1, boost_2, … of each stage: the revisions
// that satisfy so many PREFER terms.
type boostStrings struct{ live, judged, standing, union, rows string }

func (g generator) boostStrings() (b boostStrings) {
	for k := 1; k <= len(g.Boosts); k++ {
		name := fmt.Sprintf("boost_%d", k)
		b.live += fmt.Sprintf(",\n        coalesce(bit_or(l.bits) filter (where %s = %d), %s) as %s", g.satisfied("l"), k, noBits, name)
		b.judged += fmt.Sprintf(",\n    j.scope & j.%[1]s as %[1]s", name)
		b.standing += fmt.Sprintf(", coalesce(bit_or(s.%[1]s), %[2]s) as %[1]s", name, noBits)
		b.union += ", j." + name
		b.rows += fmt.Sprintf(",\n      sqlq.set_bits(e.revision & 16383, 1) filter (where e.boosts = %d)", k)
	}
	return b
}
