package store_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/store"
)

// badRecords are lines that must be refused, with the field that is to blame.
var badRecords = []struct{ name, field, line string }{
	{"no JSON", "", `object a`},
	{"cut off", "", `{"kind":"object","id":"a"`},
	{"two values", "", `{"kind":"object","id":"a","type":"t"} {}`},
	{"array", "", `[]`},
	{"string", "", `"object"`},
	{"number", "", `1`},
	{"no kind", "kind", `{"id":"a"}`},
	{"null kind", "kind", `{"kind":null}`},
	{"foreign kind", "kind", `{"kind":"blob","id":"a"}`},
	{"kind in other case", "kind", `{"kind":"Object","id":"a","type":"t"}`},
	{"kind twice", "kind", `{"kind":"object","kind":"object","id":"a","type":"t"}`},
	{"field twice", "id", `{"kind":"object","id":"a","id":"a","type":"t"}`},
	{"unknown field", "colour", `{"kind":"object","id":"a","type":"t","colour":"red"}`},
	{"field in other case", "ID", `{"kind":"object","ID":"a","type":"t"}`},
	{"field of another kind", "rev", `{"kind":"object","id":"a","type":"t","rev":1}`},
	{"empty lists of another kind", "title", `{"kind":"edge","from":"object://a","to":"object://b","relationship":"r","title":""}`},

	{"object without id", "id", `{"kind":"object","type":"t"}`},
	{"empty id", "id", `{"kind":"object","id":"","type":"t"}`},
	{"id with space", "id", `{"kind":"object","id":"a b","type":"t"}`},
	{"id with @", "id", `{"kind":"object","id":"a@1","type":"t"}`},
	{"id with é", "id", `{"kind":"object","id":"é","type":"t"}`},
	{"long id", "id", `{"kind":"object","id":"` + strings.Repeat("x", 513) + `","type":"t"}`},
	{"id is a number", "id", `{"kind":"object","id":7,"type":"t"}`},
	{"no type", "type", `{"kind":"object","id":"a"}`},
	{"U+0000 in type", "type", `{"kind":"object","id":"a","type":"t\u0000"}`},
	{"U+0000 in project", "project", `{"kind":"object","id":"a","type":"t","project":"\u0000"}`},
	{"lone surrogate", "project", `{"kind":"object","id":"a","type":"t","project":"\ud800"}`},
	{"lone low surrogate", "project", `{"kind":"object","id":"a","type":"t","project":"\udc00x"}`},
	{"invalid UTF-8", "project", "{\"kind\":\"object\",\"id\":\"a\",\"type\":\"t\",\"project\":\"\xff\"}"},

	{"no object", "object", `{"kind":"revision","rev":1,"created_at":"2026-01-01T00:00:00Z"}`},
	{"no rev", "rev", `{"kind":"revision","object":"a","created_at":"2026-01-01T00:00:00Z"}`},
	{"rev 0", "rev", revision(`"rev":0`)},
	{"negative rev", "rev", revision(`"rev":-1`)},
	{"fractional rev", "rev", revision(`"rev":1.5`)},
	{"rev as text", "rev", revision(`"rev":"1"`)},
	{"rev beyond 32 bits", "rev", revision(`"rev":2147483648`)},
	{"rev beyond 64 bits", "rev", revision(`"rev":99999999999999999999`)},
	{"no time", "created_at", `{"kind":"revision","object":"a","rev":1}`},
	{"time without zone", "created_at", revision(`"created_at":"2026-01-01T00:00:00"`)},
	{"bare date", "created_at", revision(`"created_at":"2026-01-01"`)},
	{"no such day", "created_at", revision(`"created_at":"2026-02-30T00:00:00Z"`)},
	{"year 10000", "created_at", revision(`"created_at":"10000-01-01T00:00:00Z"`)},
	{"year 0 after the offset", "created_at", revision(`"created_at":"0001-01-01T00:00:00+01:00"`)},
	{"time as number", "created_at", revision(`"created_at":1767225600`)},
	{"tombstone as text", "tombstone", revision(`"tombstone":"true"`)},
	{"title with U+0000", "title", revision(`"title":"a\u0000"`)},
	{"foreign trust", "trust", revision(`"trust":"golden"`)},
	{"empty trust", "trust", revision(`"trust":""`)},
	{"foreign origin", "origin", revision(`"origin":"alien"`)},
	{"foreign validation", "validation", revision(`"validation":"some"`)},
	{"foreign state", "state", revision(`"state":"fresh"`)},
	{"unresolved is no state", "state", revision(`"state":"unresolved"`)},
	{"foreign role", "roles", revision(`"roles":["data","admin"]`)},
	{"roles as text", "roles", revision(`"roles":"data"`)},
	{"role as number", "roles.1", revision(`"roles":["data",1]`)},
	{"properties as list", "properties", revision(`"properties":[]`)},
	{"properties with U+0000", "properties", revision(`"properties":{"a":["\u0000"]}`)},
	{"properties with U+0000 in a name", "properties", revision(`"properties":{"\u0000":1}`)},
	{"properties with one name twice", "properties.a", revision(`"properties":{"a":1,"a":2}`)},

	{"representations as object", "representations", revision(`"representations":{}`)},
	{"representation without name", "representations.0.name", form(`"name":null`)},
	{"empty representation name", "representations.0.name", form(`"name":""`)},
	{"representation twice", "representations.1.name", revision(`"representations":[{"name":"b","media_type":"text/plain","content":""},{"name":"b","media_type":"text/plain","content":"x"}]`)},
	{"no media type", "representations.0.media_type", form(`"media_type":null`)},
	{"neither content nor reference", "representations.0.content", form(`"content":null`)},
	{"both content and reference", "representations.0.content", form(`"content_ref":"s3://x"`)},
	{"content with U+0000", "representations.0.content", form(`"content":"\u0000"`)},
	{"reference without hash", "representations.0.content_hash", form(`"content":null,"content_ref":"s3://x"`)},
	{"reference with a bad hash", "representations.0.content_hash", form(`"content":null,"content_ref":"s3://x","content_hash":"sha256:AB"`)},
	{"hash of other content", "representations.0.content_hash", form(`"content_hash":"sha256:` + strings.Repeat("0", 64) + `"`)},
	{"negative tokens", "representations.0.tokens", form(`"tokens":-1`)},
	{"tokens beyond 32 bits", "representations.0.tokens", form(`"tokens":2147483648`)},
	{"foreign representation role", "representations.0.roles", form(`"roles":["root"]`)},
	{"unknown representation field", "representations.0.size", form(`"size":1`)},

	{"derivation without relation", "relation", `{"kind":"derivation","object":"a","rev":1,"source":"object://b"}`},
	{"source is an entity", "source", `{"kind":"derivation","object":"a","rev":1,"relation":"r","source":"entity://b"}`},
	{"source with revision", "source", `{"kind":"derivation","object":"a","rev":1,"relation":"r","source":"object://b@1"}`},
	{"source is a bad context", "source", `{"kind":"derivation","object":"a","rev":1,"relation":"r","source":"context://ctx_1"}`},
	{"pin 0", "source_rev", `{"kind":"derivation","object":"a","rev":1,"relation":"r","source":"object://b","source_rev":0}`},
	{"entity without type", "type", `{"kind":"entity","id":"e"}`},
	{"entity version 0", "version", `{"kind":"entity","id":"e","type":"t","version":0}`},
	{"entity time", "updated_at", `{"kind":"entity","id":"e","type":"t","updated_at":"now"}`},
	{"edge from a bare id", "from", `{"kind":"edge","from":"a","to":"object://b","relationship":"r"}`},
	{"edge to a context", "to", `{"kind":"edge","from":"object://a","to":"context://ctx_` + strings.Repeat("0", 32) + `","relationship":"r"}`},
	{"edge without relationship", "relationship", `{"kind":"edge","from":"object://a","to":"object://b"}`},
	{"edge time", "observed_at", `{"kind":"edge","from":"object://a","to":"object://b","relationship":"r","observed_at":"2026-01-01"}`},
}

// revision is a good revision with one field written over.
func revision(field string) string {
	return overwrite(`{"kind":"revision","object":"a","rev":1,"created_at":"2026-01-01T00:00:00Z"}`, field)
}

// form is a revision with one representation, of which one field is written over.
func form(field string) string {
	return revision(`"representations":[` + overwrite(`{"name":"body","media_type":"text/plain","content":"x"}`, field) + `]`)
}

// overwrite puts fields into a JSON object and drops the ones of that name.
func overwrite(object, fields string) string {
	var kept map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &kept); err != nil {
		panic(err)
	}
	var over map[string]json.RawMessage
	if err := json.Unmarshal([]byte("{"+fields+"}"), &over); err != nil {
		panic(err)
	}
	for name := range over {
		delete(kept, name)
	}
	text, err := json.Marshal(kept)
	if err != nil {
		panic(err)
	}
	return strings.TrimSuffix(string(text), "}") + "," + fields + "}"
}

func TestDecodeNamesTheField(t *testing.T) {
	for _, bad := range badRecords {
		t.Run(bad.name, func(t *testing.T) {
			record, err := store.Decode([]byte(bad.line))
			if err == nil {
				t.Fatalf("%s reads as %+v", bad.line, record)
			}
			field, _, _ := strings.Cut(err.Error(), ": ")
			if bad.field == "" && strings.Contains(field, " ") {
				return
			}
			if field != bad.field {
				t.Errorf("the error blames %q, want %q: %v", field, bad.field, err)
			}
			if len(err.Error()) > 900 {
				t.Errorf("the error is %d bytes long", len(err.Error()))
			}
		})
	}
}

func TestDecodeFillsIn(t *testing.T) {
	got, err := store.Decode([]byte(revision(`"created_at":"2026-01-01T05:45:00.1234567+05:45","title":null,"roles":["SECRET","data","data"],"state":"Stale"`)))
	if err != nil {
		t.Fatal(err)
	}
	r := got.(store.Revision)
	if at := schema.FormatTime(r.CreatedAt); at != "2026-01-01T00:00:00.123456Z" {
		t.Errorf("created at %s", at)
	}
	if r.Origin != schema.OriginUnknown || r.Trust != schema.TrustUnknown || r.Validation != schema.ValidationNone { // M3
		t.Errorf("defaults are %v, %v, %v", r.Origin, r.Trust, r.Validation)
	}
	if diff := cmp.Diff([]string{"data", "secret"}, r.Roles.Words()); diff != "" {
		t.Error(diff)
	}
	if r.State == nil || *r.State != schema.StateStale || string(r.Properties) != "{}" {
		t.Errorf("state %v, properties %s", r.State, r.Properties)
	}
}

// Equal properties have one text; numbers keep their digits.
func TestDecodeProperties(t *testing.T) {
	got, err := store.Decode([]byte(revision(`"properties":{ "b" : 1.50, "a":[ "\u00e9\\u0000" , 123456789012345678901234567890 ] }`)))
	if err != nil {
		t.Fatal(err)
	}
	if p := string(got.(store.Revision).Properties); p != `{"a":["é\\u0000",123456789012345678901234567890],"b":1.50}` {
		t.Errorf("properties are %s", p)
	}
}
