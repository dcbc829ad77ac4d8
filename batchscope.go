package sqlq

import (
	"sync"
	"time"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/plan"
	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/sqlgen"
)

// eligible is what a snapshot has for a scope and exclusion at a time, whatever
// the task.
type eligible struct {
	counts    []int64
	revisions provider.Revisions
}

// scopeKey is all that decides what is eligible.
type scopeKey struct {
	at               int64 // T in microseconds
	project          string
	scoped           bool
	maxAge           time.Duration
	untrusted, stale bool
	allowed          uint64
}

func keyOf(p plan.Plan, t time.Time) scopeKey {
	e := p.Exclusion
	k := scopeKey{at: t.UnixMicro(), maxAge: e.MaxAge, untrusted: e.Untrusted, stale: e.Stale, allowed: e.Allowed}
	if p.Scope.Project != nil {
		k.project, k.scoped = *p.Scope.Project, true
	}
	return k
}

// Looking at a scope costs about as much as two queries, so it is done for the
// third query of it. Bounds keep a batch whose every task has a scope of its own
// from filling the memory.
const (
	scopeUses   = 2
	maxScopes   = 4096
	scopeMemory = 64 << 20 // bytes of all sets
)

// scopes are those that a batch has come across. The queries of a batch differ
// in their tasks more than in their scopes, and passing over a scope is most of
// the work of a query.
type scopes struct {
	mu   sync.Mutex
	seen map[scopeKey]*scopeState
	size int
}

type scopeState struct {
	uses    int
	started bool // it is being looked up, or was
	once    sync.Once
	known   *eligible // nil: not to be had
}

// scopeError is a failed look at a scope. The query can do without.
type scopeError struct{ error }

func (e scopeError) Unwrap() error { return e.error }

// eligible answers what is known of the scope of a query, nil for nothing. It
// looks the scope up, in the transaction of s, when it has been asked for often
// enough; the error is that of the statement.
func (c *scopes) eligible(s *snapshot, q query.Context) (*eligible, error) {
	if c == nil {
		return nil, nil //nolint:nilnil // a single query knows nothing
	}
	p, t := plan.Build(q), s.now
	if q.AsOf != nil {
		t = *q.AsOf // QS1
	}
	state := c.note(keyOf(p, t))
	if state == nil {
		return nil, nil //nolint:nilnil // not worth it
	}
	var err error
	state.once.Do(func() {
		if state.known, err = s.lookUp(p, t); err != nil {
			err = scopeError{err}
			return
		}
		c.mu.Lock()
		c.size += len(state.known.revisions.Bits)
		c.mu.Unlock()
	})
	return state.known, err
}

// note counts a use of a scope and answers it when it is worth a look.
func (c *scopes) note(key scopeKey) *scopeState {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := c.seen[key]
	switch {
	case state != nil:
	case len(c.seen) >= maxScopes:
		return nil
	default:
		if c.seen == nil {
			c.seen = map[scopeKey]*scopeState{}
		}
		state = &scopeState{}
		c.seen[key] = state
	}
	state.uses++
	if !state.started && (state.uses <= scopeUses || c.size >= scopeMemory) {
		return nil
	}
	state.started = true
	return state
}

// lookUp reads the counts and the eligible revisions.
func (s *snapshot) lookUp(p plan.Plan, t time.Time) (*eligible, error) {
	statement, err := sqlgen.Eligible(p, t)
	if err != nil {
		return nil, err
	}
	out := &eligible{counts: make([]int64, countColumns)}
	targets := make([]any, 0, countColumns+1)
	for i := range out.counts {
		targets = append(targets, &out.counts[i])
	}
	var revisions []int32
	if err := s.tx.QueryRow(s.ctx, statement.SQL, statement.Args()...).Scan(append(targets, &revisions)...); err != nil {
		return nil, err
	}
	last := int32(0)
	for _, n := range revisions {
		last = max(last, n)
	}
	bits := make([]byte, last/8+2) // a byte more than needed: its last bit is never set
	for _, n := range revisions {
		bits[n/8] |= 1 << (n % 8)
	}
	out.revisions.Bits = bits
	return out, nil
}

// countColumns is how many columns the stage counts has: considered, in scope
// and each reason but that of being out of scope.
var countColumns = len(schema.ExclusionReasons()) + 1
