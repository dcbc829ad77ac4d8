package oracle

import (
	"slices"
	"strings"
	"unicode"
)

var stopwords = strings.Fields("a an and are as at be by for from in into is it of on or that the this to with")

// tokens cuts a text into its terms, duplicates too (QR1 to QR3).
func tokens(text string) []string {
	lower := strings.Map(unicode.ToLower, text)
	words := strings.FieldsFunc(lower, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.Nd) })
	return slices.DeleteFunc(words, func(w string) bool { return len([]rune(w)) < 2 || slices.Contains(stopwords, w) })
}

// taskTerms are the distinct tokens of a task in first-seen order (QR3).
func taskTerms(task string) []string {
	var out []string
	for _, w := range tokens(task) {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// lexical is what an object's own texts have of the task.
type lexical struct {
	own   int
	terms []string // in task order
}

// score gives every eligible object its own score (QR4, QR5).
func (v *view) score() {
	v.terms = taskTerms(v.q.Task)
	v.lex = map[string]lexical{}
	for _, id := range v.eligible() {
		weight := map[string]int{}
		field := func(text string, w int) {
			for _, t := range tokens(text) {
				weight[t] = max(weight[t], w)
			}
		}
		field(v.selected[id].Title, 3)
		for _, f := range v.remaining(id) {
			switch {
			case f.Content == nil: // QS10
			case f.Name == "summary":
				field(*f.Content, 2)
			default:
				field(*f.Content, 1)
			}
		}
		var l lexical
		sum := 0
		for _, t := range v.terms {
			if weight[t] > 0 {
				sum += weight[t]
				l.terms = append(l.terms, t)
			}
		}
		if len(v.terms) > 0 { // QG14
			l.own = sum * 1_000_000 / (3 * len(v.terms))
		}
		v.lex[id] = l
	}
}
