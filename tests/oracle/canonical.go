package oracle

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/translate/query"
)

// canonical prints a query in its one form (QG7, QG8).
func canonical(q query.Context) string {
	out := "CONTEXT FOR " + quote(q.Task)
	add := func(when bool, clause string, parts ...string) {
		if when {
			out += " " + clause + strings.Join(parts, ", ")
		}
	}
	if q.Project != nil {
		add(true, "USING PROJECT ", quote(*q.Project))
	}
	add(q.Budget > 0, "BUDGET "+strconv.Itoa(q.Budget)+" TOKENS")
	prefer := preferItems(q)
	add(len(prefer) > 0, "PREFER ", prefer...)
	exclude := excludeItems(q)
	add(len(exclude) > 0, "EXCLUDE ", exclude...)
	add(q.MaxObjects != 20, "MAX OBJECTS "+strconv.Itoa(q.MaxObjects))
	add(q.MaxDepth != 1, "MAX DEPTH "+strconv.Itoa(q.MaxDepth))
	if q.MaxAge != nil {
		add(true, "MAX AGE "+strconv.FormatInt(q.MaxAge.N, 10)+string(rune(q.MaxAge.Unit)))
	}
	add(q.Evidence, "WITH EVIDENCE")
	if q.AsOf != nil {
		add(true, "AS OF "+quote(formatTime(*q.AsOf)))
	}
	return out
}

func preferItems(q query.Context) []string {
	var out []string
	if q.Prefer.Current {
		out = append(out, "CURRENT")
	}
	for _, word := range trustOrder {
		for _, t := range q.Prefer.Trust {
			if t.String() == word {
				out = append(out, strings.ToUpper(word))
			}
		}
	}
	if q.Prefer.Representation != nil {
		out = append(out, "REPRESENTATION "+quote(*q.Prefer.Representation))
	}
	return out
}

func excludeItems(q query.Context) []string {
	var out []string
	if q.Exclude.Untrusted {
		out = append(out, "UNTRUSTED")
	}
	if q.Exclude.Stale {
		out = append(out, "STALE")
	}
	for _, role := range roleOrder {
		for _, from := range append([]string{""}, roleOrder...) {
			for _, rule := range q.Exclude.Roles {
				if rule.Role.String() != role || (rule.From == nil) != (from == "") || rule.From != nil && rule.From.String() != from {
					continue
				}
				item := "ROLE " + strings.ToUpper(role)
				if from != "" {
					item += " FROM " + strings.ToUpper(from)
				}
				out = append(out, item)
			}
		}
	}
	return slices.Compact(out)
}

// quote prints a string of the language (QG1).
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
