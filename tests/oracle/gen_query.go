package oracle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq/translate/query"
)

// Query makes a query of a store and its evaluation time. The store tells where
// the edges are: times of change, the tokens that all items need, their number.
func (r *Random) Query(s *Store) (text string, now time.Time) {
	now = r.instant(s)
	clauses := []string{}
	may := func(odds int, clause func() string) {
		if r.IntN(odds) == 0 {
			clauses = append(clauses, clause())
		}
	}
	may(6, func() string { return "USING PROJECT " + quote(pick(r, append(r.projects, "none")...)) })
	may(2, func() string { return "PREFER " + r.prefer() })
	may(4, func() string { return "PREFER " + pick(r, "CURRENT", "VERIFIED") })
	may(4, func() string { return "EXCLUDE " + r.exclude() })
	may(5, func() string { return "EXCLUDE " + r.exclude() })
	may(2, func() string { return fmt.Sprintf("MAX DEPTH %d", pick(r, 0, 1, 2, 2, 3, 4, 5, 16, r.IntN(17))) })
	may(2, func() string { return "WITH EVIDENCE" })
	asOf := r.half()
	t := r.instant(s)
	may(6, func() string { return r.age(s, &t, &now) })
	if asOf {
		clauses = append(clauses, "AS OF "+quote(r.stamp(t)))
	}
	task := "CONTEXT FOR " + quote(r.task()) + " "
	r.limit(s, task, &clauses, now)
	r.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
	return task + strings.Join(clauses, pick(r, " ", "\n", "\t ")), now
}

// instant is a time of change, often just before or after it, or any other.
func (r *Random) instant(s *Store) time.Time {
	t := epoch.Add(time.Duration(moments+1) * 24 * time.Hour)
	if r.half() {
		all := s.instants()
		slices.SortFunc(all, time.Time.Compare)
		t = all[max(r.IntN(len(all)), r.IntN(len(all)))] // late rather than early
	}
	t = t.Add(time.Duration(pick(r, 0, 0, 1, -1)) * time.Microsecond)
	switch {
	case t.Before(firstTime), r.IntN(100) == 0:
		return firstTime
	case t.After(lastTime), r.IntN(100) == 0:
		return lastTime
	}
	return t
}

// task has mostly a few terms, sometimes none, sometimes one more than fits a
// machine word.
func (r *Random) task() string {
	most := pick(r, 1, 2, 4, 8, 8, 16)
	task := pick(r, r.words...) + " " + r.text(most)
	if r.IntN(20) == 0 {
		task = r.text(2)
	}
	if r.IntN(6) > 0 {
		return task
	}
	n := pick(r, 20, 21, 22, 62, 63, 64, 65, 130)
	for i := range n {
		task += fmt.Sprintf(" w%dx", i)
	}
	return task + " " + r.text(6)
}

func (r *Random) prefer() string {
	items := r.some([]string{"CURRENT", "UNTRUSTED", "UNKNOWN", "INFERRED", "VERIFIED", "AUTHORITATIVE"}, 1+r.IntN(6))
	if r.IntN(3) == 0 {
		items = append(items, "REPRESENTATION "+quote(pick(r, append(r.forms, "absent")...)))
	}
	return strings.Join(items, ", ")
}

func (r *Random) exclude() string {
	items := r.some([]string{"UNTRUSTED", "STALE"}, r.IntN(3))
	for range 1 + r.IntN(2) {
		item := "ROLE " + strings.ToUpper(pick(r, roleOrder...))
		if r.half() {
			item += " FROM " + strings.ToUpper(pick(r, roleOrder...))
		}
		items = append(items, item)
	}
	return strings.Join(r.some(items, max(1, r.IntN(3))), ", ")
}

// age makes a MAX AGE and moves the times so that some revision is exactly as
// old, or a microsecond more or less.
func (r *Random) age(s *Store, times ...*time.Time) string {
	n, unit := 1+r.IntN(30), pick(r, 'h', 'd', 'w', 'm')
	span := time.Duration(n) * map[rune]time.Duration{'h': 1, 'd': 24, 'w': 168, 'm': 720}[unit] * time.Hour
	if r.half() {
		for _, t := range times {
			if *t = pick(r, s.instants()...).Add(span + time.Duration(r.IntN(3)-1)*time.Microsecond); t.After(lastTime) {
				*t = lastTime
			}
		}
	}
	return "MAX AGE " + strconv.Itoa(n) + pick(r, "", " ") + string(unit)
}

// limit adds BUDGET and MAX OBJECTS, near what an unlimited answer needs.
func (r *Random) limit(s *Store, task string, clauses *[]string, now time.Time) {
	objects, budget := r.half(), r.half()
	if !objects && !budget {
		return
	}
	q, err := query.Parse(task + strings.Join(*clauses, " "))
	if err != nil {
		return // two different PREFER REPRESENTATION, say; the caller sees it too
	}
	used := s.Answer(q.(query.Context), now).Bundle
	near := func(n, least, most int) int { return min(max(n+r.IntN(3)-1, least), most) }
	if objects {
		n := near(pick(r, 1, 2, 5, 20, r.IntN(500), len(used.Items), len(used.Items)/2), 1, 500)
		*clauses = append(*clauses, fmt.Sprintf("MAX OBJECTS %d", n))
	}
	if budget {
		amounts := []int{1, 3, 10, 50, 1000, 10_000_000, used.Metadata.Budget.Used, used.Metadata.Budget.Used / 2}
		for _, item := range used.Items {
			amounts = append(amounts, item.Tokens)
		}
		*clauses = append(*clauses, fmt.Sprintf("BUDGET %d TOKENS", near(pick(r, slices.Compact(amounts)...), 1, 10_000_000)))
	}
}
