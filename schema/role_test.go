package schema_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/schema"
)

// Each of the 128 role sets either holds the secret role or has a class of its
// own, and the class gives the set back.
func TestClasses(t *testing.T) {
	seen := map[int]schema.RoleSet{}
	for n := range 128 {
		set := schema.RoleSet(n)
		class, open := set.Class()
		if open == set.Has(schema.RoleSecret) {
			t.Errorf("set %v: open is %v", set.Words(), open)
		}
		if !open {
			continue
		}
		if other, taken := seen[class]; taken || class < 0 || class >= schema.RoleClasses {
			t.Errorf("class %d of %v is taken by %v or out of range", class, set.Words(), other.Words())
		}
		seen[class] = set
		if back := schema.ClassSet(class); back != set {
			t.Errorf("class %d of %v gives back %v", class, set.Words(), back.Words())
		}
	}
	if len(seen) != schema.RoleClasses {
		t.Errorf("%d classes", len(seen))
	}
}

// M7: words come in vocabulary order, whatever the order they were added in.
func TestWordsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var set schema.RoleSet
		given := rapid.SliceOf(rapid.IntRange(0, 6)).Draw(t, "roles")
		for _, r := range given {
			set = set.With(schema.Role(r))
		}
		slices.Sort(given)
		want := []string{}
		for _, r := range slices.Compact(given) {
			want = append(want, schema.Role(r).String())
		}
		if got := set.Words(); got == nil || !slices.Equal(got, want) {
			t.Fatalf("words are %v, want %v", got, want)
		}
	})
}

// The word of allowed classes must say of every role set without secret what
// the rules say of it, one by one.
func TestAllowedClasses(t *testing.T) {
	if got := schema.AllowedClasses(nil); got != math.MaxUint64 {
		t.Errorf("without rules the classes are %#x", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		var rules []schema.RoleRule
		for range rapid.IntRange(0, 4).Draw(t, "rules") {
			rule := schema.RoleRule{Role: schema.Role(rapid.IntRange(0, 6).Draw(t, "role"))}
			if from := rapid.IntRange(-1, 6).Draw(t, "from"); from >= 0 {
				r := schema.Role(from)
				rule.From = &r
			}
			rules = append(rules, rule)
		}
		allowed := schema.AllowedClasses(rules)
		for n := range 128 {
			words := schema.RoleSet(n).Words()
			class, open := schema.RoleSet(n).Class()
			if !open {
				continue
			}
			removed := false
			for _, r := range rules {
				hit := slices.Contains(words, r.Role.String()) && (r.From == nil || slices.Contains(words, r.From.String()))
				removed = removed || hit
			}
			if got := allowed>>class&1 == 1; got == removed {
				t.Fatalf("roles %v under %+v: allowed is %v", words, rules, got)
			}
		}
	})
}
