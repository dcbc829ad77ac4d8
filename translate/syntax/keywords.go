package syntax

import "strings"

// The closed word lists of the grammar, in the order of the vocabularies.
var (
	trustWords   = []string{"UNTRUSTED", "UNKNOWN", "INFERRED", "VERIFIED", "AUTHORITATIVE"}
	preferWords  = append(append([]string{"CURRENT"}, trustWords...), "REPRESENTATION")
	excludeWords = []string{"UNTRUSTED", "STALE", "ROLE"}
	roleWords    = []string{"DATA", "INSTRUCTION", "PROMPT", "POLICY", "EXECUTABLE", "SECRET", "UNTRUSTED_EXTERNAL"}
	maxWords     = []string{"OBJECTS", "DEPTH", "AGE"}
	unitWords    = []string{"h", "d", "w", "m"}
	sectionWords = []string{"ENTITIES", "RELATIONSHIPS", "EVIDENCE"}
	operators    = []string{"=", "!=", "<", "<=", ">", ">="}
)

// form is one of the kinds of queries that have clauses: its name for messages
// and the words that begin its clauses.
type form struct {
	name    string
	clauses []string
}

var (
	taskForm   = form{`CONTEXT FOR "task"`, []string{"USING", "BUDGET", "PREFER", "EXCLUDE", "MAX", "WITH", "AS"}}
	entityForm = form{`CONTEXT FOR entity(…)`, []string{"WHERE", "DEPTH", "INCLUDE", "AS"}}
	findForm   = form{`FIND OBJECT`, []string{"ABOUT", "WHERE", "AS", "LIMIT"}}
)

// clauseNames says how a clause is called in messages when its first word is
// not enough.
var clauseNames = map[string]string{"USING": "USING PROJECT", "WITH": "WITH EVIDENCE", "AS": "AS OF"}

// clauseName is the name of the clause that begins with a word.
func clauseName(first string) string {
	if name, ok := clauseNames[first]; ok {
		return name
	}
	return first
}

// otherForms names the forms that have a clause which this form lacks.
func otherForms(this *form, first string) []string {
	var names []string
	for _, f := range []*form{&taskForm, &entityForm, &findForm} {
		if f != this && contains(f.clauses, first) {
			names = append(names, f.name)
		}
	}
	return names
}

// contains tells whether a list has a word, whatever its case.
func contains(words []string, word string) bool {
	_, ok := lookup(words, word)
	return ok
}

// lookup finds a word in a list whatever its case, and returns it as listed.
func lookup(words []string, word string) (listed string, ok bool) {
	for _, w := range words {
		if strings.EqualFold(w, word) {
			return w, true
		}
	}
	return "", false
}
