package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq"
)

// measure loads a store and measures all that is asked for.
func measure(ctx context.Context, srv *server, s source, o options) (Store, error) {
	out := Store{Name: s.name}
	db, kept, err := srv.database(ctx, s.database, o.keep)
	if err != nil {
		return out, err
	}
	plain, keptPlain, err := srv.database(ctx, s.database+plainSuffix, o.keep)
	if err != nil {
		return out, err
	}
	if !o.keep {
		for _, name := range []string{s.database, s.database + plainSuffix} {
			defer srv.drop(context.WithoutCancel(ctx), name) //nolint:errcheck // the next run drops it too
		}
	}
	defer db.Close()
	defer plain.Close()
	r, err := srv.rivals(ctx, s.database)
	if err != nil {
		return out, err
	}
	defer r.close()
	if !keptPlain {
		if err := loadPlain(ctx, plain, s); err != nil {
			return out, err
		}
	}
	if !kept {
		if out.Load, err = load(ctx, db, r, s); err != nil {
			return out, err
		}
		out.Load.print(s.name)
	}
	m := &querying{ctx: ctx, srv: srv, db: db, plain: plain, rivals: r, source: s, tasks: 3, rounds: 5}
	if o.quick {
		m.tasks, m.rounds = 2, 2
	}
	if m.tasker, err = s.tasks(ctx, r.twin); err != nil {
		return out, err
	}
	for _, c := range cases(o.quick) {
		if !strings.Contains(c.String(), o.only) {
			continue
		}
		q, err := m.measure(c)
		if err != nil {
			return out, fmt.Errorf("%s: %w", c, err)
		}
		progress("%s: %s: %.1f ms", s.name, c, q.Context.P50)
		out.Queries = append(out.Queries, q)
	}
	out.print()
	return out, nil
}

// querying measures the queries of one store.
type querying struct {
	ctx           context.Context
	srv           *server
	db, plain     *sqlq.DB
	rivals        rivals
	source        source
	tasker        tasker
	tasks, rounds int
}

// enough is how long the rounds of a case go on; the first one is always whole.
const enough = 5 * time.Second

// measure runs a case: cold, then in turns with its rivals, then for
// allocations and for its plan.
func (m *querying) measure(c queryCase) (Query, error) {
	tasks := c.tasks(m.tasker, m.tasks)
	out := Query{Name: c.String(), Terms: c.terms, Mix: string(c.mix), Depth: c.depth, Scope: string(c.scope),
		Clauses: c.clauses, Past: c.past, Text: c.text(m.source, tasks[0])}
	var t times
	for _, task := range tasks {
		if err := m.cold(c, task, &t); err != nil {
			return out, err
		}
	}
	var err error
	for _, db := range []*sqlq.DB{m.db, m.plain} { // opens the connections whose processor time counts
		if _, err = db.Context(m.ctx, out.Text, sqlq.Run{}); err != nil {
			return out, err
		}
	}
	if t.meter, err = m.rivals.meter(m.ctx); err != nil {
		return out, err
	}
	for start, round := time.Now(), 0; round < m.rounds && (round == 0 || time.Since(start) < enough); round++ {
		for _, task := range tasks {
			if err := m.turn(c, task, &t, &out); err != nil {
				return out, err
			}
		}
	}
	t.summarise(&out)
	out.Postings /= int64(out.Samples)
	if err := m.allocations(out.Text, &out); err != nil {
		return out, err
	}
	out.Plan, err = explain(m.ctx, m.db, out.Text)
	return out, err
}

// cold runs a query as the first one of a connection. The caches of the server
// and of the operating system keep what they have.
func (m *querying) cold(c queryCase, task string, t *times) error {
	db, err := m.srv.fresh(m.ctx, m.source.database)
	if err != nil {
		return err
	}
	defer db.Close()
	start := time.Now()
	_, err = db.Context(m.ctx, c.text(m.source, task), sqlq.Run{})
	t.cold = append(t.cold, time.Since(start))
	return err
}

// turn runs the query, the same on the plain index, the bare reads and the text
// search, in this order.
func (m *querying) turn(c queryCase, task string, t *times, out *Query) error {
	text := c.text(m.source, task)
	err := t.context.take(t.meter, func() error {
		bundle, err := m.db.Context(m.ctx, text, sqlq.Run{})
		out.Items = len(bundle.Items)
		return err
	})
	if err != nil {
		return err
	}
	err = t.plain.take(t.meter, func() error {
		_, err := m.plain.Context(m.ctx, text, sqlq.Run{})
		return err
	})
	if err != nil {
		return err
	}
	if err = t.planes.take(t.meter, func() error { return m.rivals.planes(m.ctx, task) }); err != nil {
		return err
	}
	err = t.bare.take(t.meter, func() error {
		postings, err := m.rivals.bare(m.ctx, task)
		out.Postings += postings
		return err
	})
	if err != nil || c.past { // the table of documents has no past
		return err
	}
	return t.search.take(t.meter, func() error { return m.rivals.search(m.ctx, task, c.project(m.source)) })
}

// allocations counts what this process allocates for a call.
func (m *querying) allocations(text string, out *Query) error {
	const calls = 3
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		if _, err := m.db.Context(m.ctx, text, sqlq.Run{}); err != nil {
			return err
		}
	}
	runtime.ReadMemStats(&after)
	out.Allocs = int64(after.Mallocs-before.Mallocs) / calls
	out.AllocBytes = int64(after.TotalAlloc-before.TotalAlloc) / calls
	return nil
}

// times are the samples of a case, which go in step.
type times struct {
	meter                 meter
	cold                  []time.Duration
	context, bare, search samples
	plain, planes         samples
}

// samples are runs of one statement, by the clock and by processor time.
type samples struct{ clock, cpu []time.Duration }

func (s *samples) take(m meter, do func() error) error {
	cpu, start := m.now(), time.Now()
	err := do()
	s.clock = append(s.clock, time.Since(start))
	s.cpu = append(s.cpu, m.now()-cpu)
	return err
}

func (t times) summarise(q *Query) {
	q.Samples = len(t.context.clock)
	q.Cold = percentile(millis(t.cold), 50)
	q.Context, q.Bare, q.Search = t.context.timing(), t.bare.timing(), t.search.timing()
	q.Plain, q.Planes = t.plain.timing(), t.planes.timing()
	q.PlainPer = Ratio{ratio(t.plain.clock, t.context.clock), ratio(t.plain.cpu, t.context.cpu)}
	q.PerBare = Ratio{ratio(t.context.clock, t.bare.clock), ratio(t.context.cpu, t.bare.cpu)}
	q.PerSearch = Ratio{ratio(t.context.clock, t.search.clock), ratio(t.context.cpu, t.search.cpu)}
}

func (s samples) timing() Timing {
	clock, cpu := millis(s.clock), millis(s.cpu)
	return Timing{Best: percentile(clock, 0), P50: percentile(clock, 50), P95: percentile(clock, 95), CPU: percentile(cpu, 50)}
}

// ratio is the median of the ratios of neighbours in time, 0 for none.
func ratio(a, b []time.Duration) float64 {
	var r []float64
	for i := range b {
		if b[i] > 0 {
			r = append(r, a[i].Seconds()/b[i].Seconds())
		}
	}
	return percentile(r, 50)
}

func millis(d []time.Duration) []float64 {
	out := make([]float64, len(d))
	for i := range d {
		out[i] = d[i].Seconds() * 1000
	}
	return out
}

// percentile takes the nearest rank, 0 for no values.
func percentile(v []float64, p int) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Sorted(slices.Values(v))
	return v[max(0, (len(v)*p+99)/100-1)]
}

func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
