package tests

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// bigStore is left out where many runs are compared; TestConformance has it.
const bigStore = "store-cacm"

// settings are ways to make the server run a statement in another manner.
// Whatever the plan, the bytes of an answer must be the same.
var settings = map[string][]string{
	"parallel": {"min_parallel_table_scan_size=0", "min_parallel_index_scan_size=0", "parallel_setup_cost=0",
		"parallel_tuple_cost=0", "max_parallel_workers_per_gather=2"},
	"no hash join":     {"enable_hashjoin=off"},
	"no merge join":    {"enable_mergejoin=off"},
	"no nested loop":   {"enable_nestloop=off"},
	"no hashing":       {"enable_hashjoin=off", "enable_hashagg=off", "enable_memoize=off"},
	"no index":         {"enable_indexscan=off", "enable_indexonlyscan=off", "enable_bitmapscan=off"},
	"no seq scan":      {"enable_seqscan=off"},
	"no sort":          {"enable_sort=off", "enable_material=off"},
	"joins as written": {"join_collapse_limit=1", "from_collapse_limit=1"},
	"small memory":     {"work_mem=64kB"},
	"generic plans":    {"plan_cache_mode=force_generic_plan", "default_query_exec_mode=cache_statement"},
	"simple protocol":  {"default_query_exec_mode=simple_protocol"},
	"no statements":    {"default_query_exec_mode=exec"},
	"other session":    {"TimeZone=Asia/Kathmandu", "DateStyle=German", "IntervalStyle=iso_8601", "bytea_output=escape", "extra_float_digits=-5"},
}

// TestSameBytesUnderSettings answers the cases with other plans and in other
// sessions.
func TestSameBytesUnderSettings(t *testing.T) {
	stores := exampleStores(t)
	server := pgtest.Default(t)
	for _, s := range stores {
		if s.name == bigStore {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			dsn := server.DB(t)
			if err := fillFile(t.Context(), dsn, s.path); err != nil {
				t.Fatal(err)
			}
			for n, name := range slices.Sorted(maps.Keys(settings)) {
				t.Run(name, func(t *testing.T) {
					set := settings[name]
					if name == "parallel" {
						set = append(slices.Clone(set), forceParallel(server.Major))
					}
					db := open(t, dsn, set...)
					if name == "parallel" {
						checkParallel(t, db, s.cases[0].Query)
					}
					checkCases(t, db, some(s, n), new(tally))
				})
			}
		})
	}
}

// some keeps every fifth case of a store with many, beginning with another one
// for each n, so that a run stays short; SQLQ_FULL=1 keeps all.
func some(s exampleStore, n int) exampleStore {
	if len(s.cases) <= 20 || os.Getenv("SQLQ_FULL") != "" {
		return s
	}
	var kept []exampleCase
	for i := n % 5; i < len(s.cases); i += 5 {
		kept = append(kept, s.cases[i])
	}
	s.cases = kept
	return s
}

// forceParallel is the setting that makes a worker run whatever it can.
func forceParallel(major int) string {
	if major < 16 {
		return "force_parallel_mode=on"
	}
	return "debug_parallel_query=on"
}

// checkParallel sees to it that the setting does what the test is about.
func checkParallel(t *testing.T, db *sqlq.DB, text string) {
	t.Helper()
	q, err := sqlq.ParseContext(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sqlq.Compile(t.Context(), q, nil, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	plan := explainPlan(t, db.Pool(), c.Statement)
	if !strings.Contains(plan, "Gather") {
		t.Errorf("no part of the plan is parallel:\n%s", plan)
	}
}

// TestSameBytesWhateverTheOrder loads the records in other orders and in pieces.
func TestSameBytesWhateverTheOrder(t *testing.T) {
	for _, s := range exampleStores(t) {
		if s.name == bigStore {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			lines := readLines(t, s.path)
			for seed := range uint64(2) {
				random := rand.New(rand.NewPCG(seed, 7))
				inputs := map[string][]io.Reader{"shuffled": {shuffled(random, lines)}, "in three files": pieces(t, random, lines)}
				for name, in := range inputs {
					t.Run(name, func(t *testing.T) {
						dsn := pgtest.DB(t)
						if err := fill(t.Context(), dsn, in...); err != nil {
							t.Fatal(err)
						}
						checkCases(t, open(t, dsn), some(s, int(seed)), new(tally))
					})
				}
			}
		})
	}
}

func shuffled(random *rand.Rand, lines [][]byte) io.Reader {
	mixed := append([][]byte(nil), lines...)
	random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	return bytes.NewReader(bytes.Join(mixed, nil))
}

// pieces deals the records to three files, each record at the earliest into the
// file of the one that it belongs to. Sources may come later than what is
// derived from them, and older revisions later than newer ones.
func pieces(t *testing.T, random *rand.Rand, lines [][]byte) []io.Reader {
	t.Helper()
	type key struct {
		object string
		rev    int
	}
	type record struct {
		Kind, ID, Object string
		Rev              int
	}
	files := make([][][]byte, 3)
	place := map[key]int{} // of an object, as revision 0, and of a revision
	for _, kind := range []string{"object", "revision", "derivation", "entity", "edge"} {
		for _, line := range lines {
			var r record
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			if r.Kind != kind {
				continue
			}
			first := 0
			switch kind {
			case "revision":
				first = place[key{r.Object, 0}]
			case "derivation":
				first = place[key{r.Object, r.Rev}]
			}
			n := first + random.IntN(len(files)-first)
			switch kind {
			case "object":
				place[key{r.ID, 0}] = n
			case "revision":
				place[key{r.Object, r.Rev}] = n
			}
			files[n] = append(files[n], line)
		}
	}
	var out []io.Reader
	for _, f := range files {
		out = append(out, shuffled(random, f))
	}
	return out
}
