package packer

import (
	"bytes"
	"encoding/json"
)

// Bundle is the answer to a CONTEXT FOR query, with the JSON names of the
// language. No list in it is nil, except Evidence.
type Bundle struct {
	ID       string     `json:"id"` // context://ctx_…, see Address
	Task     string     `json:"task"`
	Items    []Item     `json:"items"`             // in rank order
	Evidence []Evidence `json:"evidence,omitzero"` // one an item in rank order; nil without WITH EVIDENCE (QB9)
	Metadata Metadata   `json:"metadata"`
}

// Item is one packed representation with its provenance.
type Item struct {
	Object         string   `json:"object"` // object://id@rev
	Representation string   `json:"representation"`
	MediaType      string   `json:"media_type"`
	Tokens         int      `json:"tokens"`
	Estimator      string   `json:"estimator"`
	Score          int      `json:"score"`
	Why            []Why    `json:"why"`
	Path           []string `json:"path"` // addresses from the seed to the object (QB7)
	State          string   `json:"state"`
	Origin         string   `json:"origin"`
	Trust          string   `json:"trust"`
	Validation     string   `json:"validation"`
	Roles          []string `json:"roles"`                 // effective, in vocabulary order (M7)
	Content        *string  `json:"content,omitempty"`     // the text, which may be empty
	ContentRef     *string  `json:"content_ref,omitempty"` // or where it is: exactly one of the two (QB13)
	ContentHash    string   `json:"content_hash"`
}

// The kinds of Why (QB6).
const (
	WhyLexical   = "lexical_match"   // with Terms
	WhyRelevance = "relevance_match" // with Scorer, under a scorer that matches no terms
	WhyExpansion = "graph_expansion" // with From, Via and Hops
	WhyPreferred = "preferred"       // with Term
)

// Why is one reason for which an item is in the bundle. Kind says which of the
// other fields are set.
type Why struct {
	Kind   string   `json:"kind"`
	Terms  []string `json:"terms,omitempty"`  // in task order
	Scorer string   `json:"scorer,omitempty"` // name of the provider
	From   string   `json:"from,omitempty"`   // address of the seed
	Via    []string `json:"via,omitempty"`    // relations in path order
	Hops   int      `json:"hops,omitempty"`
	Term   string   `json:"term,omitempty"` // as the canonical query prints it
}

// Evidence is where one item comes from and what it speaks of (QB9).
type Evidence struct {
	Object string `json:"object"` // object://id@rev
	Links
}

// Links are the recorded links of one revision.
type Links struct {
	Derivations []Derivation `json:"derivations"` // by relation, source, pinned revision
	Entities    []EntityLink `json:"entities"`    // by entity, relationship
}

// Derivation is a recorded derivation of an item's revision.
type Derivation struct {
	Relation     string `json:"relation"`
	Source       string `json:"source"`        // object://id@rev when pinned, object://id when not, or context://…
	SourceLatest *int   `json:"source_latest"` // the source's selected revision; nil when it has none
	LinkState    string `json:"link_state"`    // a word of schema.LinkState (M5)
}

// EntityLink is an entity that an item's object has an edge with.
type EntityLink struct {
	Entity       string `json:"entity"` // entity://id
	Kind         string `json:"kind"`   // the entity's type
	Relationship string `json:"relationship"`
}

// Metadata says how the bundle was computed.
type Metadata struct {
	CanonicalQuery string         `json:"canonical_query"`
	Budget         Budget         `json:"budget"`
	Scorer         string         `json:"scorer"`
	Estimators     []string       `json:"estimators"`   // those that the items name, once each, sorted by byte
	AsOf           *string        `json:"as_of"`        // as schema.FormatTime prints; nil without AS OF
	EvaluatedAt    string         `json:"evaluated_at"` // likewise
	Considered     int            `json:"considered"`   // live objects that the caller may see (QS11)
	Excluded       map[string]int `json:"excluded"`     // all of schema.ExclusionReasons, zeros too (QS11)
	Truncated      bool           `json:"truncated"`    // max_objects or budget left something out (QS13)
}

// Budget is the limit of a bundle and its use, in tokens.
type Budget struct {
	Limit *int `json:"limit"` // nil: none (QG10)
	Used  int  `json:"used"`
}

// JSON prints the bundle on one line, fields in the order of the types. Text is
// plain UTF-8: unlike json.Marshal it escapes neither <, > and & nor U+2028 and
// U+2029.
func (b Bundle) JSON() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(b); err != nil {
		return nil, err
	}
	return plainSeparators(bytes.TrimSuffix(buf.Bytes(), []byte("\n"))), nil
}

// plainSeparators replaces, in place, the escapes of U+2028 and U+2029 that the
// encoder cannot be told to leave out. An escaped backslash is stepped over, so
// that a text which spells such an escape stays as it is.
func plainSeparators(text []byte) []byte {
	out := text[:0]
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			out = append(out, text[i])
			continue
		}
		switch rest := text[i:]; {
		case bytes.HasPrefix(rest, []byte(`\u2028`)):
			out, i = append(out, "\u2028"...), i+5
		case bytes.HasPrefix(rest, []byte(`\u2029`)):
			out, i = append(out, "\u2029"...), i+5
		default:
			out, i = append(out, rest[:2]...), i+1
		}
	}
	return out
}
