package packer_test

import (
	"testing"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

// The bytes that an address hashes may never change: every address that anyone
// has kept would be lost.
func TestPreimage(t *testing.T) {
	p, _ := pair()
	m := packer.Meta{Canonical: "CONTEXT FOR \"caf\u00e9\t\u2028\" AS OF …", AsOf: &asOf, Scorer: "lexical-v1"}
	tests := []struct {
		name          string
		p             packer.Packing
		m             packer.Meta
		text, address string
	}{
		{"empty", packer.Packing{}, packer.Meta{Canonical: "q", Scorer: "s"},
			`{"as_of":null,"estimators":[],"items":[],"q":"q","scorer":"s","v":"0.5"}`,
			"context://ctx_3de8beec15264bc46cba847e2e0edd89"},
		{"two items", p, m,
			`{"as_of":"2026-04-01T00:00:00.12Z","estimators":["chars-div-4-v1","cl100k-v1"],"items":[` +
				`{"h":"sha256:1882c7397c162c329d6c04a373fba4f06021b66cac06f74ca47acbf37c42cd0d","o":"doc:1","r":3,"rep":"body","t":7},` +
				`{"h":"sha256:077b71435373f661f920dbbc780d234e245ad0a7765322146ab75526815428e2","o":"doc:2","r":1,"rep":"sum\"ma\\ry","t":0}],` +
				`"q":"CONTEXT FOR \"café\t` + "\u2028" + `\" AS OF …","scorer":"lexical-v1","v":"0.5"}`,
			"context://ctx_6ccfd57b166457eeb0550befbd0a65c6"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, err := packer.Preimage(tt.p, tt.m)
			if err != nil || string(text) != tt.text {
				t.Errorf("preimage (%v)\n%s\nwant\n%s", err, text, tt.text)
			}
			address, err := packer.Address(tt.p, tt.m)
			if err != nil || address != tt.address {
				t.Errorf("address %s (%v), want %s", address, err, tt.address)
			}
		})
	}
}

func TestContentHash(t *testing.T) {
	const want = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if got := schema.ContentHash(""); got != want {
		t.Errorf("hash of nothing is %s, want %s", got, want)
	}
}
