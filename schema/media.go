package schema

import "strings"

// TextMedia tells whether a representation of this media type is text and may
// be packed: text/* or application/json, without parameters, trimmed, whatever
// its case (QS9).
func TextMedia(mediaType string) bool {
	t, _, _ := strings.Cut(mediaType, ";")
	t = strings.ToLower(strings.TrimSpace(t))
	return strings.HasPrefix(t, "text/") || t == "application/json"
}
