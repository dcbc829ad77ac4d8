package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sqlq-dev/sqlq/bench/corpus"
	"github.com/sqlq-dev/sqlq/bench/githistory"
)

// source is a store to measure.
type source struct {
	name     string
	database string
	records  func() (io.ReadCloser, error)
	tenth    string // project with a tenth of the objects
	small    string // project with a hundredth
	past     time.Time
	// tasks prepares what makes tasks once the store is loaded.
	tasks func(context.Context, *pgxpool.Pool) (tasker, error)
}

// tasker makes a task of that many terms.
type tasker func(r *rand.Rand, terms int, mix corpus.Mix) string

// seed of the generator.
const seed = 1

func generated(objects int) source {
	c := corpus.New(objects, seed)
	return source{
		name: fmt.Sprintf("generator, %d objects", objects), database: fmt.Sprintf("bench_generator_%d", objects),
		records: func() (io.ReadCloser, error) { return io.NopCloser(c.Records()), nil },
		tenth:   corpus.Tenth, small: corpus.Hundredth, past: corpus.Middle,
		tasks: func(context.Context, *pgxpool.Pool) (tasker, error) { return c.Task, nil },
	}
}

func gitHistory() (source, error) {
	dir, ok := githistory.Dir()
	if !ok {
		return source{}, fmt.Errorf("no data set in %s; set %s to its folder", dir, githistory.EnvDir)
	}
	return source{
		name: "git-history", database: "bench_git_history",
		records: func() (io.ReadCloser, error) { return githistory.Records(dir) },
		tenth:   githistory.Notes, small: githistory.Tags, past: time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC),
		tasks: countedTasks,
	}, nil
}

// frequencies lists the terms that each band may take, by how many of the
// revisions have them.
const frequencies = `with total as (select count(*)::float8 as n from sqlq.revision where not tombstone),
	term as (select p.term, sum(cardinality(p.revisions)) / (select n from total) as share from sqlq.posting p group by 1)
	select term, case when share >= 0.1 then 0 when share < 0.002 then 2 else 1 end as band
	from term
	where share between 0.1 and 0.4 or share between 0.01 and 0.05 or share between 0.00005 and 0.002
	order by term collate "C"`

// countedTasks makes tasks from the terms of the store. Real text has few terms
// in 20 to 40 % of its documents once stopwords are out, so common starts at 10 %.
func countedTasks(ctx context.Context, db *pgxpool.Pool) (tasker, error) {
	rows, err := db.Query(ctx, frequencies)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	bands := map[corpus.Band][]string{}
	for rows.Next() {
		var term string
		var band int
		if err := rows.Scan(&term, &band); err != nil {
			return nil, err
		}
		bands[corpus.Band(band)] = append(bands[corpus.Band(band)], term)
	}
	if len(bands) != 3 {
		return nil, errors.Join(rows.Err(), errors.New("the store has no terms of some band"))
	}
	return func(r *rand.Rand, terms int, mix corpus.Mix) string {
		var out []string
		seen := map[string]bool{}
		for range 100 * terms { // there may be fewer terms than asked for
			words := bands[mix.Band(len(out), terms)]
			if w := words[r.IntN(len(words))]; !seen[w] && len(out) < terms {
				seen[w] = true
				out = append(out, w)
			}
		}
		return strings.Join(out, " ")
	}, rows.Err()
}
