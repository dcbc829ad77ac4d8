package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// meter reads the processor time of this process and of the server's processes
// for one database. On a busy machine it says more than the clock does.
type meter struct {
	pids  []int32
	known bool // false when the server runs elsewhere, or not on Linux
}

func (r rivals) meter(ctx context.Context) (meter, error) {
	rows, err := r.pool.Query(ctx, "select pid from pg_stat_activity where datname in (current_database(), current_database() || $1)", plainSuffix)
	if err != nil {
		return meter{}, err
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	m := meter{pids: pids, known: true}
	for _, pid := range pids {
		// Elsewhere the number may be another program's.
		name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
		m.known = m.known && strings.HasPrefix(string(name), "postgres")
	}
	return m, err
}

// now is the processor time up to now, 0 when it is not known.
func (m meter) now() time.Duration {
	if !m.known {
		return 0
	}
	sum := ownTime()
	for _, pid := range m.pids {
		sum += running(pid)
	}
	return sum
}

// running is how long a process has run; 0 when it has ended.
func running(pid int32) time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(raw), " ")
	nanos, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(nanos)
}
