package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sqlq-dev/sqlq/bench/corpus"
	"github.com/sqlq-dev/sqlq/store"
)

// Result is a run, as -json writes it. Times are in milliseconds unless the name
// says seconds.
type Result struct {
	Machine string  `json:"machine"`
	Server  string  `json:"server"`
	Stores  []Store `json:"stores"`
}

// Store is what was measured on one store.
type Store struct {
	Name    string  `json:"name"`
	Load    Load    `json:"load,omitzero"`
	Queries []Query `json:"queries"`
}

// Load is the load of a store beside the bare copy of its lines and the making
// of the table for text search.
type Load struct {
	Report store.Report `json:"report"`
	Effort effort       `json:"load"`
	Copy   effort       `json:"copy"`   // of the lines as they are: mean of one before the load and one after
	Search effort       `json:"search"` // from the loaded store, not from the lines

	CopyText effort `json:"copy_text"` // the same in text format, which does not keep the bytes

	Size       int64 `json:"size"`        // bytes of all tables of the store and their indexes
	IndexSize  int64 `json:"index_size"`  // of them, the lexical index
	Texts      int64 `json:"texts"`       // bytes of all contents
	SearchSize int64 `json:"search_size"` // bytes of the table for text search, vectors and indexes alone
}

// Query is a case: the whole call of DB.Context beside its rivals.
type Query struct {
	Name    string `json:"name"`
	Text    string `json:"text"` // with the first task
	Terms   int    `json:"terms"`
	Mix     string `json:"mix"`
	Depth   int    `json:"depth"`
	Scope   string `json:"scope"`
	Clauses string `json:"clauses,omitempty"`
	Past    bool   `json:"past,omitempty"`

	Samples   int     `json:"samples"`
	Cold      float64 `json:"cold"` // first query of a connection, median over tasks
	Context   Timing  `json:"context"`
	Plain     Timing  `json:"plain"`     // the same call on a store whose index is plain
	Bare      Timing  `json:"bare"`      // reading the postings of the plain index
	Planes    Timing  `json:"planes"`    // reading the rows of the sealed index
	Search    Timing  `json:"search"`    // tsvector, GIN, ts_rank
	PlainPer  Ratio   `json:"plain_per"` // how many times longer the plain index takes
	PerBare   Ratio   `json:"per_bare"`
	PerSearch Ratio   `json:"per_search"`

	Items      int   `json:"items"`
	Postings   int64 `json:"postings"` // entries of the lexical index that the terms have, mean over tasks
	Allocs     int64 `json:"allocs"`
	AllocBytes int64 `json:"alloc_bytes"`
	Plan       Plan  `json:"plan"` // of the first task
}

// Timing is how long something took. The best sample is one that nothing else on
// the machine delayed.
type Timing struct {
	Best float64 `json:"best"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
	CPU  float64 `json:"cpu,omitzero"` // median of the processor time of client and server; 0 for not known
}

// Ratio is the median of the ratios of neighbours in time.
type Ratio struct {
	Clock float64 `json:"clock"`
	CPU   float64 `json:"cpu,omitzero"`
}

// Fair is the ratio of processor time where that is known: it does not depend on
// what else the machine does.
func (r Ratio) Fair() float64 { return cmp.Or(r.CPU, r.Clock) }

func (r Result) write(file string) error {
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(raw, '\n'), 0o644)
}

func (l Load) print(name string) {
	fmt.Printf("\n%s: %d lines, %.0f MB, %d revisions\n", name, l.Report.Lines, float64(l.Report.Bytes)/1e6, l.Report.Revisions)
	w := table(os.Stdout)
	fmt.Fprintln(w, "\tseconds\tCPU seconds\tMB/s\trecords/s\tsize MB\t")
	for _, row := range []struct {
		what   string
		effort effort
		size   int64
	}{{"load", l.Effort, l.Size}, {"bare COPY of the lines", l.Copy, l.Report.Bytes},
		{"the same in text format, backslashes undone", l.CopyText, 0}, {"tsvector table and GIN, from the store", l.Search, l.SearchSize}} {
		fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.1f\t%.0f\t%.0f\t\n", row.what, row.effort.Seconds, row.effort.CPU,
			float64(l.Report.Bytes)/1e6/row.effort.Seconds, float64(l.Report.Lines)/row.effort.Seconds, float64(row.size)/1e6)
	}
	w.Flush()
	fmt.Printf("lexical index %.0f MB, %.2f of the %.0f MB of texts\n", float64(l.IndexSize)/1e6, float64(l.IndexSize)/float64(l.Texts), float64(l.Texts)/1e6)
}

func (s Store) print() {
	if len(s.Queries) == 0 {
		return
	}
	fmt.Printf("\n%s: queries, ms\n", s.Name)
	w := table(os.Stdout)
	fmt.Fprintln(w, "terms\tdepth\tscope\tclauses\tbest\tp50\tp95\tcold\tCPU\tplain CPU\tgain\tbare CPU\t× bare\tplanes CPU\ttsvector p50\tCPU\t× tsvector\tpostings\trows\tpages\titems\tallocs\tkB\t")
	for _, q := range s.Queries {
		fmt.Fprintf(w, "%d %s\t%d\t%s\t%s\t", q.Terms, q.Mix, q.Depth, q.Scope, q.extra())
		fmt.Fprintf(w, "%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t", q.Context.Best, q.Context.P50, q.Context.P95, q.Cold, q.Context.CPU,
			q.Plain.CPU, q.PlainPer.Fair(), q.Bare.CPU, q.PerBare.Fair(), q.Planes.CPU)
		if q.Past {
			fmt.Fprint(w, "–\t–\t–\t")
		} else {
			fmt.Fprintf(w, "%.1f\t%.1f\t%.2f\t", q.Search.P50, q.Search.CPU, q.PerSearch.Fair())
		}
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%d\t\n", q.Postings, q.Plan.Rows, q.Plan.Buffers, q.Items, q.Allocs, q.AllocBytes/1024)
	}
	w.Flush()
	s.printStages()
	s.printAims()
}

func (q Query) extra() string {
	e := strings.NewReplacer("EXCLUDE UNTRUSTED, STALE, ROLE INSTRUCTION", "EXCLUDE 3", "BUDGET 4000 TOKENS MAX OBJECTS 500", "500 OBJECTS").Replace(q.Clauses)
	if q.Past {
		e = strings.TrimSpace(e + " AS OF")
	}
	return e
}

// printStages shows where the server spends its time, for cases that differ.
func (s Store) printStages() {
	fmt.Printf("\n%s: ms of the server, and by stage with the clock on every row\n", s.Name)
	w := table(os.Stdout)
	names := map[string]bool{}
	var shown []Query
	for _, q := range s.Queries {
		if q.Mix == string(corpus.Mixed) && (q.Terms == 3 || q.Terms == 20 && q.Scope == string(everything)) {
			shown = append(shown, q)
			for name, t := range q.Plan.Stages {
				names[name] = names[name] || t >= 0.05
			}
		}
	}
	var columns []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if names[name] {
			columns = append(columns, name)
		}
	}
	fmt.Fprintf(w, "case\tplanning\texecution\twith clock\t%s\t\n", strings.Join(columns, "\t"))
	for _, q := range shown {
		fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.1f", q.Name, q.Plan.Planning, q.Plan.Server, q.Plan.Clocked)
		for _, name := range columns {
			fmt.Fprintf(w, "\t%.1f", q.Plan.Stages[name])
		}
		fmt.Fprintln(w, "\t")
	}
	w.Flush()
}

// Aims of the project for a store of 100,000 objects.
const (
	aimPerBare   = 3.0
	aimPerSearch = 1.0
	aimSlowest   = 2000.0 // ms
	aimLoad      = 0.2    // of the speed of COPY
)

func (s Store) printAims() {
	fmt.Println()
	verdict := func(ok bool) string {
		if ok {
			return "met"
		}
		return "missed"
	}
	slowest := Query{}
	for _, q := range s.Queries {
		if q.Context.P95 > slowest.Context.P95 {
			slowest = q
		}
		if q.Terms == 3 && q.Mix == string(corpus.Mixed) && q.Depth == 1 && q.Scope == string(tenth) && q.Clauses == "" && !q.Past {
			bare, search := q.PerBare.Fair(), q.PerSearch.Fair()
			fmt.Printf("3 terms, depth 1, 10 %%: %.1f × the bare read (aim %.0f: %s), %.2f × tsvector (aim %.0f: %s); by the clock %.1f and %.2f\n",
				bare, aimPerBare, verdict(bare <= aimPerBare), search, aimPerSearch, verdict(search < aimPerSearch), q.PerBare.Clock, q.PerSearch.Clock)
		}
	}
	fmt.Printf("slowest p95: %.0f ms (%s; aim %.0f: %s)\n", slowest.Context.P95, slowest.Name, aimSlowest, verdict(slowest.Context.P95 <= aimSlowest))
	if l := s.Load; l.Effort.Seconds > 0 {
		clock := l.Copy.Seconds / l.Effort.Seconds
		share := clock
		if l.Effort.CPU > 0 {
			share = l.Copy.CPU / l.Effort.CPU
		}
		fmt.Printf("load: %.2f of the speed of COPY (aim %.1f: %s); by the clock %.2f\n", share, aimLoad, verdict(share >= aimLoad), clock)
	}
}

func table(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}
