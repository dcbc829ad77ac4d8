package main

import (
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

// The sentences below a table.

func budgetText(b packer.Budget) string {
	if b.Limit == nil {
		return counted(b.Used, "token") + ", no limit"
	}
	return fmt.Sprintf("%d of %s", b.Used, counted(*b.Limit, "token"))
}

func packedText(b packer.Bundle) string {
	text := fmt.Sprintf("%d of %s", len(b.Items), counted(b.Metadata.Considered, "object"))
	others := eligible(b.Metadata) - len(b.Items)
	switch {
	case b.Metadata.Truncated:
		text += fmt.Sprintf("; of %s some would be relevant: raise BUDGET or MAX OBJECTS", counted(others, "other"))
	case len(b.Items) == 0:
		text += "; " + nothingText(b)
	case others > 0:
		text += fmt.Sprintf("; %s not relevant", counted(others, "other"))
	}
	return text
}

// excludedText counts what was removed, by reason (QS7); empty when nothing was.
func excludedText(counts map[string]int) string {
	words := map[schema.Reason]string{
		schema.ReasonOutOfScope: "in other projects", schema.ReasonMaxAge: "too old", schema.ReasonSecret: "secret",
		schema.ReasonTrust: "untrusted", schema.ReasonStale: "stale or invalid", schema.ReasonRole: "with excluded roles",
		schema.ReasonNoRepresentation: "without text",
	}
	var out []string
	for _, reason := range schema.ExclusionReasons() {
		if n := counts[reason.String()]; n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, words[reason]))
		}
	}
	return strings.Join(out, ", ")
}

func evidenceText(evidence []packer.Evidence) string {
	derivations, entities := 0, 0
	for _, e := range evidence {
		derivations += len(e.Derivations)
		entities += len(e.Entities)
	}
	return fmt.Sprintf("%s, %s; -o json and -o text have them", counted(derivations, "derivation"), counted(entities, "entity link"))
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "y"):
		noun = strings.TrimSuffix(noun, "y") + "ies"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
