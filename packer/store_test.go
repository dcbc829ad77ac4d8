package packer_test

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

type representation struct {
	Name      string
	MediaType string `json:"media_type"`
	Content   string
	Tokens    *int
	Estimator string
	Roles     []string
}

// revision is one revision record of a store with its texts by form.
type revision struct {
	Kind            string
	Object          string
	Rev             int
	Roles           []string
	Representations []representation
	texts           map[string]string
}

// forms lists what may be packed: text, neither secret nor removed by a rule.
func (r revision) forms(rules []schema.RoleRule) []packer.Form {
	var out []packer.Form
	for _, rep := range r.Representations {
		var roles schema.RoleSet
		for _, w := range append(append([]string{}, r.Roles...), rep.Roles...) {
			role, _ := schema.ParseRole(w)
			roles = roles.With(role)
		}
		class, ok := roles.Class()
		if !ok || schema.AllowedClasses(rules)>>class&1 == 0 || !schema.TextMedia(rep.MediaType) {
			continue
		}
		f := packer.Form{Name: rep.Name, MediaType: rep.MediaType, Roles: roles, ContentHash: schema.ContentHash(rep.Content),
			Tokens: packer.EstimateTokens(utf8.RuneCountInString(rep.Content)), Estimator: packer.EstimatorChars}
		if rep.Tokens != nil {
			f.Tokens, f.Estimator = *rep.Tokens, cmp.Or(rep.Estimator, packer.EstimatorDeclared)
		}
		out = append(out, f)
	}
	return out
}

func loadRevisions(t *testing.T, store string) map[string]revision {
	t.Helper()
	out := map[string]revision{}
	readLines(t, filepath.Join(store, "store.ndjson"), func(line []byte) {
		var r revision
		if err := json.Unmarshal(line, &r); err != nil || r.Kind != "revision" {
			return // the other kinds have other fields
		}
		r.texts = map[string]string{}
		for _, rep := range r.Representations {
			r.texts[rep.Name] = rep.Content
		}
		out[schema.ObjectAddress(r.Object, r.Rev)] = r
	})
	return out
}
