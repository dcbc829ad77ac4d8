package packer

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/sqlq-dev/sqlq/schema"
)

// Version is the language version that enters every address.
const Version = "0.5"

// addressDigits is how many hexadecimal digits of the hash an address keeps.
const addressDigits = 32

// Address is the content address of the bundle: context://ctx_ and the first 32
// hexadecimal digits of the SHA-256 of the preimage. It covers neither scores
// nor states (QB4). It fails as Preimage does.
func Address(p Packing, m Meta) (string, error) {
	text, err := Preimage(p, m)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return schema.ContextScheme + "ctx_" + hex.EncodeToString(sum[:])[:addressDigits], nil
}

// Preimage is the canonical JSON that the address hashes (QB1). Of m it reads
// the canonical query, AS OF and the scorer. It fails as CanonicalJSON does.
func Preimage(p Packing, m Meta) ([]byte, error) {
	items := make([]any, 0, len(p.Items))
	for i := range p.Items {
		it := &p.Items[i]
		items = append(items, map[string]any{
			"o": it.Object, "r": it.Rev, "rep": it.Form.Name, "t": it.Form.Tokens, "h": it.Form.ContentHash,
		})
	}
	var asOf any
	if s := formatAsOf(m.AsOf); s != nil {
		asOf = *s
	}
	return CanonicalJSON(map[string]any{
		"v": Version, "q": m.Canonical, "as_of": asOf, "scorer": m.Scorer,
		"estimators": estimators(p.Items), "items": items,
	})
}
