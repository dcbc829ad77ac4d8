package tests

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

// conformanceLocales are those in which results must be the same.
var conformanceLocales = []string{"C", "C.UTF-8", "builtin", "icu:und", "icu:tr-TR", "tr_TR.UTF-8"}

// place is a server with the locale of the databases on it.
type place struct {
	server *pgtest.Instance
	locale string
}

func (p place) String() string { return fmt.Sprintf("pg%d,%s", p.server.Major, p.locale) }

// coverPlaces chooses places so that every version and every locale that this
// machine can have comes at least once; full has every combination. What cannot
// be had is said aloud, with the reason.
func coverPlaces(t *testing.T, full bool) []place {
	t.Helper()
	byLocale := map[string][]place{}
	load := map[*pgtest.Instance]int{}
	for _, major := range pgtest.Versions() {
		t.Run(fmt.Sprintf("pg%d", major), func(t *testing.T) {
			server := pgtest.Server(t, major) // skips where there is none
			load[server] = 0
			for _, l := range server.Locales(t) {
				switch {
				case !slices.Contains(conformanceLocales, l.Name):
				case l.Why != "":
					t.Logf("NOT COVERED: PostgreSQL %d with locale %s: %s", server.Major, l.Name, l.Why)
				default:
					byLocale[l.Name] = append(byLocale[l.Name], place{server, l.Name})
				}
			}
		})
	}
	for _, name := range conformanceLocales {
		if len(byLocale[name]) == 0 {
			t.Logf("NOT COVERED: no server here has the locale %s", name)
		}
	}
	if full {
		return slices.Concat(slices.Collect(mapsInOrder(byLocale))...)
	}
	return spread(byLocale, load)
}

// spread takes each locale once, the rarest first, on the server that has the
// least to do, and then gives servers that were left idle their first locale.
func spread(byLocale map[string][]place, load map[*pgtest.Instance]int) []place {
	names := slices.Clone(conformanceLocales)
	slices.SortStableFunc(names, func(a, b string) int { return len(byLocale[a]) - len(byLocale[b]) })
	var out []place
	for _, name := range names {
		if len(byLocale[name]) == 0 {
			continue
		}
		best := slices.MinFunc(byLocale[name], func(a, b place) int { return load[a.server] - load[b.server] })
		load[best.server]++
		out = append(out, best)
	}
	for places := range mapsInOrder(byLocale) {
		for _, p := range places {
			if load[p.server] == 0 {
				load[p.server]++
				out = append(out, p)
			}
		}
	}
	return out
}

// mapsInOrder yields the places of each locale, in the order of the locales.
func mapsInOrder(byLocale map[string][]place) func(func([]place) bool) {
	return func(yield func([]place) bool) {
		for _, name := range conformanceLocales {
			if !yield(byLocale[name]) {
				return
			}
		}
	}
}
