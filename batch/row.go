package batch

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/packer"
)

// row is an item of a bundle with what the bundle says of itself. A bundle
// without items is one row without item, so that no task is lost.
type row struct {
	task   string
	bundle *packer.Bundle
	at     time.Time // evaluated_at
	rank   int       // from 1
	item   *packer.Item
}

// rowsOf lists the rows of a result.
func rowsOf(r *sqlq.Result) ([]row, error) {
	at, err := time.Parse(time.RFC3339Nano, r.Bundle.Metadata.EvaluatedAt)
	if err != nil {
		return nil, err
	}
	b := &r.Bundle
	if len(b.Items) == 0 {
		return []row{{task: r.ID, bundle: b, at: at}}, nil
	}
	out := make([]row, len(b.Items))
	for i := range b.Items {
		out[i] = row{r.ID, b, at, i + 1, &b.Items[i]}
	}
	return out, nil
}

// column is one column of the rows, whatever they are written to. value answers
// nil for none; the other types are string, int, bool, time.Time and []string.
type column struct {
	name, sql string // sql is the type in a table
	comment   string
	value     func(*row) any
}

var columns = []column{
	{"id", "text not null", "the task", func(r *row) any { return r.task }},
	{"bundle", "text not null", "address of the bundle, context://ctx_…", func(r *row) any { return r.bundle.ID }},
	{"evaluated_at", "timestamptz not null", "the time T, the same for the whole batch", func(r *row) any { return r.at }},
	{"scorer", "text not null", "what ranked", func(r *row) any { return r.bundle.Metadata.Scorer }},
	{"considered", "integer not null", "live objects at T that the caller may see", func(r *row) any { return r.bundle.Metadata.Considered }},
	{"truncated", "boolean not null", "MAX OBJECTS or the budget left out something relevant", func(r *row) any { return r.bundle.Metadata.Truncated }},
	{"budget", "integer", "limit in tokens, null for none", budgetOf},
	{"used", "integer not null", "tokens of all items of the bundle", func(r *row) any { return r.bundle.Metadata.Budget.Used }},
	{"items", "integer not null", "items of the bundle; with 0 there is one row, without an item", func(r *row) any { return len(r.bundle.Items) }},
	{"rank", "integer", "place of the item in its bundle, from 1", ofItem(func(r *row) any { return r.rank })},
	{"object", "text", "object://id@rev", ofItem(func(r *row) any { return r.item.Object })},
	{"representation", "text", "the form that was packed", ofItem(func(r *row) any { return r.item.Representation })},
	{"media_type", "text", "of the form", ofItem(func(r *row) any { return r.item.MediaType })},
	{"tokens", "integer", "what the item costs", ofItem(func(r *row) any { return r.item.Tokens })},
	{"estimator", "text", "what counted the tokens", ofItem(func(r *row) any { return r.item.Estimator })},
	{"score", "integer", "rank score", ofItem(func(r *row) any { return r.item.Score })},
	{"hops", "integer", "links between the seed and the object", ofItem(func(r *row) any { return Hops(r.item) })},
	{"state", "text", "current, stale, invalid or unknown", ofItem(func(r *row) any { return r.item.State })},
	{"trust", "text", "as recorded", ofItem(func(r *row) any { return r.item.Trust })},
	{"origin", "text", "as recorded", ofItem(func(r *row) any { return r.item.Origin })},
	{"validation", "text", "as recorded", ofItem(func(r *row) any { return r.item.Validation })},
	{"roles", "text[]", "of the revision and the form", ofItem(func(r *row) any { return r.item.Roles })},
	{"terms", "text[]", "words of the task that the object has", ofItem(func(r *row) any { return termsOf(r.item) })},
	{"path", "text[]", "addresses from the seed to the object", ofItem(func(r *row) any { return r.item.Path })},
	{"content", "text", "the text, null when it is held by reference", ofItem(func(r *row) any { return textOf(r.item.Content) })},
	{"content_ref", "text", "where the text is, null when it is here", ofItem(func(r *row) any { return textOf(r.item.ContentRef) })},
	{"content_hash", "text", "sha256: and the digest of the text", ofItem(func(r *row) any { return r.item.ContentHash })},
}

func ofItem(value func(*row) any) func(*row) any {
	return func(r *row) any {
		if r.item == nil {
			return nil
		}
		return value(r)
	}
}

func budgetOf(r *row) any {
	if limit := r.bundle.Metadata.Budget.Limit; limit != nil {
		return *limit
	}
	return nil
}

func textOf(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

// Hops is how many links lie between the seed and an item.
func Hops(item *packer.Item) int {
	for _, w := range item.Why {
		if w.Kind == packer.WhyExpansion {
			return w.Hops
		}
	}
	return 0
}

func termsOf(item *packer.Item) []string {
	for _, w := range item.Why {
		if w.Kind == packer.WhyLexical {
			return w.Terms
		}
	}
	return []string{}
}

// jsonText is a value as JSON, with <, > and & as they are.
func jsonText(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
