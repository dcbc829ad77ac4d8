package sqlfrag_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/translate/sqlfrag"
)

func p(name string, value any) sqlfrag.Param {
	return sqlfrag.Param{Name: name, Type: "int", Value: value}
}

func TestBind(t *testing.T) {
	for _, c := range []struct {
		name   string
		in     sqlfrag.Fragment
		sql    string
		values []any
	}{
		{"nothing", sqlfrag.New("select 1"), "select 1", []any{}},
		{"in order of use, not of giving", sqlfrag.New("@b, @a", p("a", 1), p("b", 2)), "$1::int, $2::int", []any{2, 1}},
		{"one number a name", sqlfrag.New("@a + @a", p("a", 1)), "$1::int + $1::int", []any{1}},
		{"the longest name", sqlfrag.New("@ab @a @a_1", p("a", 1), p("ab", 2), p("a_1", 3)), "$1::int $2::int $3::int", []any{2, 1, 3}},
		{"name ends at other characters", sqlfrag.New("(@a),@a::text,@aB", p("a", 1)), "($1::int),$1::int::text,$1::intB", []any{1}},
		{"contains", sqlfrag.New("x @> @a and y <@ @a", p("a", 1)), "x @> $1::int and y <@ $1::int", []any{1}},
		{"contains without space", sqlfrag.New("x<@a_column and @a", p("a", 1)), "x<@a_column and $1::int", []any{1}},
		{"text search and paths", sqlfrag.New("a @@ b and c @? d and #@a || |@b || &@c", p("z", 1)), "", nil},
		{"at the very end", sqlfrag.New("@a@", p("a", 1)), "$1::int@", []any{1}},
		{"equal values twice", sqlfrag.New("@a", p("a", []string{"x"}), p("a", []string{"x"})), "$1::int", []any{[]string{"x"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := c.in.Bind()
			if c.values == nil {
				if err == nil || !strings.Contains(err.Error(), "@z is never used") {
					t.Errorf("the operators were taken for names: %v, %q", err, s.SQL)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.SQL != c.sql {
				t.Errorf("SQL is %s, want %s", s.SQL, c.sql)
			}
			if diff := cmp.Diff(c.values, s.Args()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBindRefuses(t *testing.T) {
	for want, f := range map[string]sqlfrag.Fragment{
		"@b, which has no value":  sqlfrag.New("@a @b", p("a", 1)),
		"@b is never used":        sqlfrag.New("@a", p("a", 1), p("b", 1)),
		"@a has two values":       sqlfrag.New("@a", p("a", 1), p("a", 2)),
		"@t has two values":       sqlfrag.Join(" ", sqlfrag.New("@t", p("t", 1)), sqlfrag.New("@t", p("t", int64(1)))),
		"@a, which has no value":  sqlfrag.New("@a"),
		"@ab, which has no value": sqlfrag.New("@ab", p("a", 1)),
	} {
		if s, err := f.Bind(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %q; want an error with %q", f.Text, err, s.SQL, want)
		}
	}
}

func TestJoin(t *testing.T) {
	j := sqlfrag.Join(",\n", sqlfrag.New("a = @a", p("a", 1)), sqlfrag.New("b"), sqlfrag.New("c = @c or @a", p("c", 3), p("a", 1)))
	s, err := j.Bind()
	if err != nil {
		t.Fatal(err)
	}
	if want := "a = $1::int,\nb,\nc = $2::int or $1::int"; s.SQL != want {
		t.Errorf("SQL is %q", s.SQL)
	}
	if empty, err := sqlfrag.Join("x").Bind(); err != nil || empty.SQL != "" || len(empty.Args()) != 0 {
		t.Errorf("nothing joined is %+v, %v", empty, err)
	}
}

// The text depends on the names alone: whatever the value, it never becomes
// text, and the numbers run from 1 without a gap.
func TestValuesNeverBecomeText(t *testing.T) {
	number := regexp.MustCompile(`\$(\d+)::`)
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d1", "e_"}), 1, 12).Draw(t, "names")
		var with, without []sqlfrag.Fragment
		for _, n := range names {
			text := rapid.SampledFrom([]string{"x = @" + n, "@" + n + " <@ y", "f(@" + n + ")"}).Draw(t, "text")
			with = append(with, sqlfrag.New(text, p(n, rapid.StringMatching(`['"$@\\;/*-]{1,9}`+n).Draw(t, "value")+n)))
			without = append(without, sqlfrag.New(text, p(n, 0)))
		}
		byName := map[string]sqlfrag.Param{}
		for i, f := range with {
			if first, ok := byName[names[i]]; ok {
				with[i].Params = []sqlfrag.Param{first}
			} else {
				byName[names[i]] = f.Params[0]
			}
		}
		a, err := sqlfrag.Join("\n", with...).Bind()
		if err != nil {
			t.Fatal(err)
		}
		b, err := sqlfrag.Join("\n", without...).Bind()
		if err != nil {
			t.Fatal(err)
		}
		if a.SQL != b.SQL {
			t.Fatalf("the text depends on values:\n%s\n%s", a.SQL, b.SQL)
		}
		if len(a.Args()) != len(byName) || len(number.FindAllString(a.SQL, -1)) != len(names) {
			t.Fatalf("%d values and %d uses for %v", len(a.Args()), len(number.FindAllString(a.SQL, -1)), names)
		}
	})
}

func TestIdent(t *testing.T) {
	for name, want := range map[string]string{"a": `"a"`, `a"b`: `"a""b"`, "": `""`, `";drop table x;--`: `""";drop table x;--"`} {
		if got := sqlfrag.Ident(name); got != want {
			t.Errorf("%s is quoted as %s", name, got)
		}
	}
}
