package query_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// A word of a drawn query is written in any case when it is a keyword, and as it
// stands when it is a string or a name.
type piece struct {
	text    string
	keyword bool
}

func keywords(text string) []piece {
	var out []piece
	for _, word := range strings.Fields(text) {
		out = append(out, piece{word, true})
	}
	return out
}

func asIs(text string) piece { return piece{text, false} }

// drawn is a query in pieces: the head, then clauses that may stand in any order.
type drawn struct {
	head    []piece
	clauses [][]piece
}

var (
	anyText  = rapid.StringOf(rapid.SampledFrom([]rune("ab \"\\\n\tné東'%;-")))
	trust    = rapid.SampledFrom([]string{"CURRENT", "UNTRUSTED", "UNKNOWN", "INFERRED", "VERIFIED", "AUTHORITATIVE"})
	role     = rapid.SampledFrom([]string{"DATA", "INSTRUCTION", "PROMPT", "POLICY", "EXECUTABLE", "SECRET", "UNTRUSTED_EXTERNAL"})
	timeText = rapid.SampledFrom([]string{"2026-05-01", "2026-05-01T12:00:00Z", "2026-05-01t12:00:00.5+02:00", "0001-01-02T00:00:00Z"})
)

// drawContext draws CONTEXT FOR "task" with some of its clauses; PREFER and
// EXCLUDE come in several clauses.
func drawContext(t *rapid.T) drawn {
	maybe := func(name string) bool { return rapid.Bool().Draw(t, name) }
	number := func(name string, low, high int) piece {
		zeros := strings.Repeat("0", rapid.IntRange(0, 2).Draw(t, "zeros"))
		return asIs(zeros + strconv.Itoa(rapid.IntRange(low, high).Draw(t, name)))
	}
	d := drawn{head: append(keywords("CONTEXT FOR"), asIs(syntax.Quote(anyText.Draw(t, "task"))))}
	add := func(pieces ...piece) { d.clauses = append(d.clauses, pieces) }
	if maybe("project") {
		add(append(keywords("USING PROJECT"), asIs(syntax.Quote(anyText.Draw(t, "name"))))...)
	}
	if maybe("budget") {
		add(append(keywords("BUDGET"), number("tokens", 1, 10_000_000), piece{"TOKENS", true})...)
	}
	for range rapid.IntRange(0, 3).Draw(t, "prefer") {
		add(keywords("PREFER " + strings.Join(rapid.SliceOfN(trust, 1, 3).Draw(t, "items"), " , "))...)
	}
	if maybe("representation") {
		add(append(keywords("PREFER REPRESENTATION"), asIs("Body"))...)
		add(append(keywords("PREFER REPRESENTATION"), asIs(`"Body"`))...)
	}
	for range rapid.IntRange(0, 3).Draw(t, "exclude") {
		add(keywords("EXCLUDE " + drawExclude(t) + " , " + drawExclude(t))...)
	}
	if maybe("objects") {
		add(append(keywords("MAX OBJECTS"), number("objects", 1, 500))...)
	}
	if maybe("depth") {
		add(append(keywords("MAX DEPTH"), number("depth", 0, 16))...)
	}
	if maybe("age") {
		unit := rapid.SampledFrom([]string{"h", "d", "w", "m"}).Draw(t, "unit")
		add(append(keywords("MAX AGE"), number("age", 1, 1000), piece{unit, true})...)
	}
	if maybe("evidence") {
		add(keywords("WITH EVIDENCE")...)
	}
	if maybe("as of") {
		add(append(keywords("AS OF"), asIs(syntax.Quote(timeText.Draw(t, "time"))))...)
	}
	return d
}

func drawExclude(t *rapid.T) string {
	switch rapid.IntRange(0, 3).Draw(t, "exclude item") {
	case 0:
		return "UNTRUSTED"
	case 1:
		return "STALE"
	case 2:
		return "ROLE " + role.Draw(t, "role")
	}
	return "ROLE " + role.Draw(t, "role") + " FROM " + role.Draw(t, "from")
}

// write prints the query with its clauses in the given order, each keyword in
// drawn case and drawn space between the pieces.
func (d drawn) write(t *rapid.T, order []int) string {
	pieces := d.head
	for _, i := range order {
		pieces = append(pieces[:len(pieces):len(pieces)], d.clauses[i]...)
	}
	space := rapid.StringOfN(rapid.SampledFrom([]rune(" \t\n\r")), 1, 3, -1)
	var b strings.Builder
	for _, p := range pieces {
		if p.keyword {
			p.text = drawCase(t, p.text)
		}
		b.WriteString(space.Draw(t, "space") + p.text)
	}
	b.WriteString(space.Draw(t, "space"))
	return b.String()
}

func drawCase(t *rapid.T, word string) string {
	bits := rapid.Uint32().Draw(t, "case")
	out := []byte(word)
	for i := range out {
		if bits>>(i%32)&1 == 1 {
			out[i] = strings.ToLower(word)[i]
		}
	}
	return string(out)
}

// TestOneCanonicalText: the order of clauses, the case of keywords and the space
// between tokens change nothing (QG2, QG7).
func TestOneCanonicalText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawContext(t)
		order := make([]int, len(d.clauses))
		for i := range order {
			order[i] = i
		}
		one, two := d.write(t, order), d.write(t, rapid.Permutation(order).Draw(t, "order"))
		first, err := query.Parse(one)
		if err != nil {
			t.Fatalf("%q: %v", one, err)
		}
		second, err := query.Parse(two)
		if err != nil {
			t.Fatalf("%q: %v", two, err)
		}
		if first.Canonical() != second.Canonical() {
			t.Fatalf("%q\n%q\n have the canonical texts\n%s\n%s", one, two, first.Canonical(), second.Canonical())
		}
		again, err := query.Parse(first.Canonical())
		if err != nil || again.Canonical() != first.Canonical() {
			t.Fatalf("%q is no fixed point: %v", first.Canonical(), err)
		}
	})
}

// drawPredicate draws a condition with needless parentheses.
func drawPredicate(t *rapid.T, depth int) string {
	comparison := rapid.SampledFrom([]string{
		`type = "a"`, `id < "b\"\\"`, `trust IN ("verified", "unknown")`, `roles CONTAINS "data"`, `project IS NULL`,
		`created_at BETWEEN "2026-01-01" AND "2026-02-01"`, `properties.a."b c" = -1.50`, `properties.done != TRUE`,
		`validation NOT IN ("none")`, `title IS NOT NULL`, `properties.n IN (10, 9, 010, 9.0)`,
	})
	if depth == 0 {
		return comparison.Draw(t, "comparison")
	}
	switch rapid.IntRange(0, 4).Draw(t, "shape") {
	case 0:
		return drawPredicate(t, depth-1) + " AND " + drawPredicate(t, depth-1)
	case 1:
		return drawPredicate(t, depth-1) + " OR " + drawPredicate(t, depth-1)
	case 2:
		return "NOT " + drawPredicate(t, depth-1)
	case 3:
		return "(" + drawPredicate(t, depth-1) + ")"
	}
	return comparison.Draw(t, "comparison")
}

// TestPredicates: canonical and formatted text of a condition mean the condition.
func TestPredicates(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		q, err := query.Parse("FIND OBJECT WHERE " + drawPredicate(rt, 5))
		if err != nil {
			rt.Fatal(err)
		}
		checkFixedPoint(t, q)
		checkFlat(rt, q.(query.Find).Where)
	})
}

func checkFlat(t *rapid.T, p query.Predicate) {
	switch p := p.(type) {
	case query.Or:
		for _, term := range p.Terms {
			if _, or := term.(query.Or); or {
				t.Fatal("an Or within an Or")
			}
			checkFlat(t, term)
		}
	case query.And:
		for _, term := range p.Terms {
			if _, and := term.(query.And); and {
				t.Fatal("an And within an And")
			}
			checkFlat(t, term)
		}
	case query.Not:
		checkFlat(t, p.Term)
	}
}
