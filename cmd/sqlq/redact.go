package main

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var (
	// A password may hold an @ that should have been encoded, so the last one of
	// the word counts.
	serverPassword = regexp.MustCompile(`(?i)(postgres(?:ql)?://[^\s:/@]*):\S+@`)
	urlPassword    = regexp.MustCompile(`(\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s:/@]*):\S+@`)
	// A quote at the end belongs to the sentence around.
	pairPassword = regexp.MustCompile(`(?i)((?:ssl)?password\s*=\s*)('(?:[^'\\]|\\.)*'?|[^\s&]*[^\s&"])`)
)

// ourAddress begins an address of sqlq, in which an id such as note:1 stands
// before the @ of the revision.
var ourAddress = regexp.MustCompile(`^(?:object|entity|context)://`)

// redact takes passwords out of a text that may quote a connection string.
func redact(text string) string {
	text = serverPassword.ReplaceAllString(text, "${1}:xxxxx@")
	text = urlPassword.ReplaceAllStringFunc(text, func(found string) string {
		if ourAddress.MatchString(found) {
			return found
		}
		return urlPassword.ReplaceAllString(found, "${1}:xxxxx@")
	})
	return pairPassword.ReplaceAllString(text, "${1}xxxxx")
}

// visible replaces characters that would steer a terminal: a message may quote a
// record, a query or a file name.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// dsnReason is what is wrong with a connection string, without any piece of it:
// in one that cannot be read nobody knows which piece is the password. The
// driver first quotes the string, then gives its reason, with pieces of the
// string behind a colon or in quotes.
func dsnReason(cause string) string {
	i := strings.LastIndex(cause, "`: ")
	if i < 0 {
		return ""
	}
	reason := cause[i+3:]
	for _, end := range []string{"\"", "'", "`", ": "} {
		reason, _, _ = strings.Cut(reason, end)
	}
	reason = strings.TrimSpace(reason)
	if strings.Count(reason, "(") > strings.Count(reason, ")") {
		reason += ")"
	}
	return reason
}
