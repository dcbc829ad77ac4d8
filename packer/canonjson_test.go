package packer_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/packer"
)

func TestCanonicalJSON(t *testing.T) {
	tests := []struct {
		in   any
		want string
	}{
		{nil, `null`},
		{true, `true`},
		{-7, `-7`},
		{1<<53 - 1, `9007199254740991`},
		{[]any{}, `[]`},
		{[]string{"b", "a"}, `["b","a"]`},
		{map[string]any{}, `{}`},
		{"\"\\/\b\t\n\f\r\x00\x1f\x7f<&>é\u2028\U0001F600", `"\"\\/\b\t\n\f\r\u0000\u001f` + "\x7f<&>é\u2028\U0001F600\""},
		{map[string]any{"b": 1, "a": nil, "": false, "ab": []any{"x", map[string]any{}}}, `{"":false,"a":null,"ab":["x",{}],"b":1}`},
		// U+1F600 starts with the unit D83D, below U+FB33 though its bytes are above.
		{map[string]any{"\ufb33": 3, "\U0001F600": 2, "\u20ac": 1, "\U0001F601": 4},
			"{\"\u20ac\":1,\"\U0001F600\":2,\"\U0001F601\":4,\"\ufb33\":3}"},
	}
	for _, tt := range tests {
		if got, err := packer.CanonicalJSON(tt.in); err != nil || string(got) != tt.want {
			t.Errorf("CanonicalJSON(%#v) = %s (%v), want %s", tt.in, got, err, tt.want)
		}
	}
}

func TestCanonicalJSONErrors(t *testing.T) {
	for want, in := range map[string]any{
		"is not valid UTF-8":   []any{"\xc3"},
		`"\xff" is not valid`:  map[string]any{"\xff": 1},
		"9007199254740992 is":  1 << 53,
		"-9007199254740992 is": map[string]any{"n": -1 << 53},
		"of type float64":      []any{1.5},
	} {
		if got, err := packer.CanonicalJSON(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("CanonicalJSON(%#v) = %s (%v), want an error with %q", in, got, err, want)
		}
	}
}

// value draws any tree that CanonicalJSON takes.
func value(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{rapid.Just(any(nil)), rapid.Bool().AsAny(), rapid.String().AsAny(),
		rapid.IntRange(-1<<53+1, 1<<53-1).AsAny()}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	inner := value(depth - 1)
	return rapid.OneOf(append(leaves, rapid.SliceOfN(inner, 0, 5).AsAny(),
		rapid.MapOfN(rapid.String(), inner, 0, 5).AsAny())...)
}

func TestCanonicalJSONAgainstJCS(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := map[string]any{"": value(3).Draw(t, "value")}
		plain, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := jcs.Transform(plain)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := packer.CanonicalJSON(v); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("CanonicalJSON is\n%s (%v), jcs has\n%s", got, err, want)
		}
	})
}

func FuzzCanonicalJSON(f *testing.F) {
	for _, seed := range []string{`{}`, `[1,-0,true,null,"\u2028\/"]`, `{"\ud83d\ude00":1,"\ufb33":[{}],"":""}`,
		`{"as_of":null,"estimators":[],"items":[{"o":"a","r":1,"t":0}],"v":"0.5"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, ok := decode(text)
		if !ok {
			t.Skip("no JSON, or beyond the subset")
		}
		want, err := jcs.Transform(text)
		if err != nil {
			t.Skip("refused by jcs, as repeated keys and lone surrogates are")
		}
		got, err := packer.CanonicalJSON(v)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("CanonicalJSON of %q is\n%s (%v), jcs has\n%s", text, got, err, want)
		}
		again, _ := decode(got)
		if twice, err := packer.CanonicalJSON(again); err != nil || !bytes.Equal(got, twice) {
			t.Fatalf("not stable: %s then %s (%v)", got, twice, err)
		}
	})
}

// decode reads one JSON text; ok is false where it is none or holds numbers that
// CanonicalJSON does not take.
func decode(text []byte) (v any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if !json.Valid(text) || d.Decode(&v) != nil {
		return nil, false
	}
	return integers(v)
}

// integers turns the numbers of a decoded text into int.
func integers(v any) (any, bool) {
	ok := true
	switch v := v.(type) {
	case json.Number:
		n, err := strconv.Atoi(v.String())
		return n, err == nil && math.Abs(float64(n)) < 1<<53
	case []any:
		for i, e := range v {
			var fine bool
			v[i], fine = integers(e)
			ok = ok && fine
		}
	case map[string]any:
		for k, e := range v {
			var fine bool
			v[k], fine = integers(e)
			ok = ok && fine
		}
	}
	return v, ok
}
