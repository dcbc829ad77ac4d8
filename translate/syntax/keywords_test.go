package syntax

import (
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sqlq-dev/sqlq/translate/internal/corpus"
)

// TestKeywordsInGoldens: every word of the grammar stands in a golden query.
func TestKeywordsInGoldens(t *testing.T) {
	used := map[string]bool{}
	for _, path := range corpus.Archives(t) {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := corpus.Query(archive)
		for _, word := range strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return r > 'z' || !wordByte(byte(r)) }) {
			used[word] = true
		}
	}
	words := slices.Concat(taskForm.clauses, entityForm.clauses, findForm.clauses, preferWords, excludeWords, roleWords,
		maxWords, sectionWords, strings.Fields("CONTEXT FOR EXPLAIN FIND OBJECT ENTITY PROJECT TOKENS EVIDENCE OF FROM IN NOT AND OR BETWEEN CONTAINS IS NULL TRUE"))
	for _, word := range words {
		if !used[word] {
			t.Errorf("%s stands in no golden query", word)
		}
	}
}
