package lexical_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/provider/lexical"
)

// stop is the list of the language, written down a second time.
var stop = strings.Fields("a an and are as at be by for from in into is it of on or that the this to with")

// slowTerms is QR1 to QR3 word by word: lower every code point, cut at whatever
// is neither L* nor Nd, drop short ones, then stopwords, then repetitions.
func slowTerms(text string) []string {
	lowered := []rune(text)
	for i, r := range lowered {
		lowered[i] = unicode.ToLower(r)
	}
	tokens := strings.FieldsFunc(string(lowered), func(r rune) bool {
		return !unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Lm, unicode.Lo, unicode.Nd)
	})
	var out []string
	for _, token := range tokens {
		if len([]rune(token)) >= 2 && !slices.Contains(stop, token) && !slices.Contains(out, token) {
			out = append(out, token)
		}
	}
	return out
}

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"The Storage of the Storage":  "storage",
		"snake_case x2 v0 7 42":       "snake case x2 v0 42",
		"e-mail o'neil":               "mail neil",
		"İstanbul ISTANBUL ıstanbul":  "istanbul ıstanbul",
		"Straße STRASSE ẞẞ":           "straße strasse ßß",
		"東京 東 京都":                     "東京 京都",
		"é e\u0301e":                  "",
		"ǅungla ǄUNGLA ǆungla":        "ǆungla",
		"ﬁne FINE":                    "ﬁne fine",
		"Ⅷ ⅷ ²³ ½ ①② ٣٤ ৪৫":           "٣٤ ৪৫",
		"\u212aelvin \u212bngström":   "kelvin ångström",
		"данные ДАННЫЕ":               "данные",
		"a\u200bb\u00adcd\ufeffef":    "cd ef",
		"IN into INTO onto":           "onto",
		"foo.bar@example.com/x?y=zz1": "foo bar example com zz1",
		"𐐀𐐁 𐐨𐐩":                       "𐐨𐐩",
		"ΣΑΣ σας":                     "σασ σας",
		"😀😀 ok😀ok2":                   "ok ok2",
	} {
		if got := strings.Join(lexical.Terms(text), " "); got != want {
			t.Errorf("terms of %q are %q, want %q", text, got, want)
		}
	}
}

func TestTermsAgainstTheDefinition(t *testing.T) {
	word := rapid.OneOf(rapid.StringN(0, 6, -1), rapid.SampledFrom(stop), rapid.StringMatching(`[a-zA-Z0-9]{1,4}`),
		rapid.SampledFrom([]string{"İ", "ß", "Σς", "e\u0301", "Ⅷ", "\ufffd", "ǅ", "K", "_", "-", "\u00a0", "\u2028"}))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "words"), rapid.SampledFrom([]string{"", " ", ", "}).Draw(t, "between"))
		if got, want := lexical.Terms(text), slowTerms(text); !slices.Equal(got, want) {
			t.Fatalf("terms of %q are %q, want %q", text, got, want)
		}
	})
}

// Every code point, alone between two letters.
func TestTermsOfEveryCodePoint(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		text := "xx" + string(r) + "yy"
		if got, want := lexical.Terms(text), slowTerms(text); !slices.Equal(got, want) {
			t.Fatalf("terms around %U are %q, want %q", r, got, want)
		}
	}
}

// A long term is stored as a hash that no other term can have.
func TestKey(t *testing.T) {
	long := strings.Repeat("x", 201)
	for term, itself := range map[string]bool{"x": true, long[:200]: true, long: false, strings.Repeat("東", 67): false} {
		key := lexical.Key(term)
		if (key == term) != itself || len(key) > 200 {
			t.Errorf("a term of %d bytes is stored as %.80q", len(term), key)
		}
		if !itself && len(lexical.Terms(key)) == 1 && lexical.Terms(key)[0] == key {
			t.Errorf("the key %q could be a term", key)
		}
	}
	if lexical.Key(long) == lexical.Key(long+"x") {
		t.Error("two long terms share a key")
	}
}
