package schema_test

import (
	"strings"
	"testing"

	"github.com/sqlq-dev/sqlq/schema"
)

// M2, byte by byte.
func TestCheckID(t *testing.T) {
	for b := range 256 {
		id := "a" + string([]byte{byte(b)}) + "z"
		legal := b > ' ' && b <= '~' && !strings.ContainsRune(`"@#?`, rune(b))
		if err := schema.CheckID(id); (err == nil) != legal {
			t.Errorf("id with byte %#x: %v", b, err)
		}
	}
	for id, legal := range map[string]bool{
		"": false, "x": true, strings.Repeat("x", 512): true, strings.Repeat("x", 513): false,
		"é": false, "file/a:6": true, "a%20b": true, "a b": false, " a": false, "a\n": false, "\x00": false,
	} {
		if err := schema.CheckID(id); (err == nil) != legal {
			t.Errorf("id %.20q: %v", id, err)
		}
	}
}

func TestAddresses(t *testing.T) {
	for got, want := range map[string]string{
		schema.ObjectAddress("doc:1", 12): "object://doc:1@12",
		schema.NodeAddress("doc:1"):       "object://doc:1",
		schema.EntityAddress("ent.1"):     "entity://ent.1",
	} {
		if got != want {
			t.Errorf("address is %s, want %s", got, want)
		}
	}
}

func TestCheckAddresses(t *testing.T) {
	hex := strings.Repeat("0a", 16)
	for _, c := range []struct {
		address               string
		node, source, context bool
	}{
		{"object://a", true, true, false},
		{"entity://a", true, false, false},
		{"context://ctx_" + hex, false, true, true},
		{"context://ctx_" + strings.ToUpper(hex), false, false, false},
		{"context://ctx_" + hex + "0", false, false, false},
		{"context://ctx_" + hex[1:], false, false, false},
		{"context://" + hex, false, false, false},
		{"object://", false, false, false},
		{"entity://", false, false, false},
		{"object://a@1", false, false, false},
		{"OBJECT://a", false, false, false},
		{"object:/a", false, false, false},
		{"a", false, false, false},
		{"", false, false, false},
		{"object://object://a", true, true, false},
	} {
		for name, check := range map[string]struct {
			err  error
			want bool
		}{
			"node":    {schema.CheckNode(c.address), c.node},
			"source":  {schema.CheckSource(c.address), c.source},
			"context": {schema.CheckContext(c.address), c.context},
		} {
			if (check.err == nil) != check.want {
				t.Errorf("%q as %s: %v", c.address, name, check.err)
			}
		}
	}
}
