package syntax

import "strings"

// Nearest is the listed word that a misspelt one most likely means: the first of
// those with the fewest edits, as long as they are few for its length; else "".
// Of a listed phrase it looks at the first word.
func Nearest(word string, listed []string) string {
	const longest = 32 // no keyword is longer, so neither is a misspelt one
	best, fewest := "", 0
	if len(word) > longest {
		return ""
	}
	for _, phrase := range listed {
		candidate, _, _ := strings.Cut(phrase, " ")
		n := edits(strings.ToUpper(word), strings.ToUpper(candidate))
		if n <= max(1, len(candidate)/3) && len(candidate) > 2 && (best == "" || n < fewest) {
			best, fewest = candidate, n
		}
	}
	return best
}

// edits counts the insertions, deletions, replacements and swaps of neighbours
// that lead from a to b (optimal string alignment).
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			n := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				n = min(n, rows[i-2][j-2]+1)
			}
			rows[i][j] = n
		}
	}
	return rows[len(a)][len(b)]
}
