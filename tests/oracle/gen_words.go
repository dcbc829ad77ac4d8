package oracle

import (
	"math/rand/v2"
	"strings"
)

// allWords are terms, words that fall apart into several and words that are none.
var allWords = []string{
	"storage", "object", "query", "budget", "graph", "bundle", "plan", "pricing", "edge", "x2", "42", "7", "a", "the",
	"snake_case", "o'neil", "e-mail", "naïve", "ñandú", "İstanbul", "istanbul", "straße", "STRASSE", "ẞtraẞe", "ΣΊΣΥΦΟΣ",
	"σίσυφος", "Ǆungla", "ǅungla", "данные", "東京", "東", "日本語", "नमस्ते", "e\u0301tude", "étude", "\u0301\u0301", "Åland",
	"\u212bland", "\u212aelvin", "kelvin", "ﬁne", "fine", "٣٤", "३४", "𝟜𝟚", "Ⅷ", "Ⅷx", "½", "x½y", "𐐀𐐁", "𐐨𐐩", "𝐀𝐁", "ªº", "ʰʱ",
	"ـعربي", "עברית", "한국어", "ไทย", "😀", "a😀b", "zero\u200djoin", "soft\u00adhyphen", "line\u2028break", `back\slash`, `\N`,
	`\.`, `{curly}`, `"quoted"`, "tab\tbed", "<b>", "&amp;", "$1", "%s", "--", "I", "ı", "ıi", "ſs", "ss", "\u1e9b\u0323", "\ufeffbom",
}

// longWords are terms at and beyond the length that fits an index entry. Some
// have their first 200 bytes in common.
var longWords = []string{
	strings.Repeat("q", 200), strings.Repeat("q", 201), strings.Repeat("q", 201) + "z", strings.Repeat("東京", 34),
	strings.Repeat("東京", 33), strings.Repeat("Ω", 2000), strings.Repeat("İ", 150), noise(9000),
}

// noise is a word that nothing can make shorter.
func noise(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var out strings.Builder
	for range n {
		out.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[r.IntN(36)])
	}
	return out.String()
}

var separators = []string{" ", " ", " ", ", ", "\n", "\t", " — ", ".", "_", "-", "\u00a0", "\u3000", "\r\n", "\u0301", ""}

// allIDs has ids that begin alike, that look like other things and that are as
// long as allowed.
var allIDs = []string{
	"Z", "Z1", "Z10", "Z1-", "Z1.", "Z1/", "Z1:2", "Z2", "Z9", "z1", "z10", "a", "A", "aa", "a:b", "doc:1", "doc:10", "doc:2",
	"file/a.md", "file/a", "file", "!", "~", "'", `\N`, `\.`, `\`, "{}", "{a,b}", "$1", "%20", "%s", "NULL", "null", "-1", "0", "1", "10", "2",
	"object://Z1", "entity://Z1", "context://x", ";--", "a,b", "(x)", "*", "[1]", "&amp;", "<i>", "|", "^", "`", "=", "+", "_",
	strings.Repeat("L", 512), strings.Repeat("L", 511) + "M", "msg:1", "msg:2", "msg:3", "row:1", "row:2", "row:3", "row:4", "row:5",
}

var allRelations = []string{"cites", "derived_from", "quotes", "Z", "a", "é", "mentions", "supports", `odd "rel\`, "cites ", "10", "9"}

var allProjects = []string{"alpha", "Alpha", "alpha ", "", `ga"m\ma`, "'; --", "é", "e\u0301", "null", "東京"}

var allForms = []string{"body", "summary", "Summary", "notes", "transcript", "json", `we"ird\name`, "résumé", "B", "10", "9", " "}

var mediaTypes = []string{
	"text/plain", "text/plain", "text/markdown", "Text/HTML; charset=utf-8", "application/json", " application/json ; a=b",
	"APPLICATION/JSON", "\ttext/x",
}

var oddMedia = []string{
	"application/pdf", "image/png", "text", "textual/plain", "application/json+ld", "application/jsonx", "; text/plain", "text /plain",
	"x/text/plain", "application/ json",
}
