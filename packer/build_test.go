package packer_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sqlq-dev/sqlq/packer"
	"github.com/sqlq-dev/sqlq/schema"
)

var (
	asOf = time.Date(2026, 4, 1, 2, 0, 0, 120_000_000, time.FixedZone("", 7200))
	now  = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
)

// pair is a packing of a seed and of an object that a hop reaches.
func pair() (packer.Packing, packer.Contents) {
	a := cand("doc:1", 500_000, "body:7")
	a.Rev, a.Path = 3, []string{"object://doc:1@3"}
	a.Terms, a.Boosts = []string{"storage", "ñandú"}, []string{"CURRENT", "VERIFIED"}
	a.Forms[0].Roles = schema.RoleSet(0).With(schema.RoleUntrustedExternal).With(schema.RoleData)
	b := cand("doc:2", 250_000, "sum\"ma\\ry:0")
	b.Own, b.Propagated, b.Hops = 0, 250_000, 2
	b.Via, b.Path = []string{"about", "about"}, []string{"object://doc:1@3", "entity://e", "object://doc:2@1"}
	b.State, b.Origin = schema.StateStale, schema.OriginUnknown
	ref := "s3://bucket/key"
	b.Forms[0].ContentRef, b.Forms[0].Estimator = &ref, "cl100k-v1"
	prefer := `sum"ma\ry`
	p := packer.Pack([]packer.Candidate{b, a}, packer.Options{Budget: 100, Prefer: &prefer})
	return p, packer.Contents{{Object: "doc:1", Rev: 3, Form: "body"}: "a <b> & \u2028 \\u2028"}
}

const wantJSON = `{"id":"context://ctx_ID","task":"t","items":[` +
	`{"object":"object://doc:1@3","representation":"body","media_type":"text/plain","tokens":7,"estimator":"chars-div-4-v1",` +
	`"score":500000,"why":[{"kind":"lexical_match","terms":["storage","ñandú"]},{"kind":"preferred","term":"CURRENT"},` +
	`{"kind":"preferred","term":"VERIFIED"}],"path":["object://doc:1@3"],"state":"current","origin":"human","trust":"untrusted",` +
	`"validation":"none","roles":["data","untrusted_external"],"content":"a <b> & ` + "\u2028" + ` \\u2028","content_hash":"HASH1"},` +
	`{"object":"object://doc:2@1","representation":"sum\"ma\\ry","media_type":"text/plain","tokens":0,"estimator":"cl100k-v1",` +
	`"score":250000,"why":[{"kind":"graph_expansion","from":"object://doc:1@3","via":["about","about"],"hops":2},` +
	`{"kind":"preferred","term":"REPRESENTATION \"sum\\\"ma\\\\ry\""}],` +
	`"path":["object://doc:1@3","entity://e","object://doc:2@1"],"state":"stale","origin":"unknown","trust":"untrusted",` +
	`"validation":"none","roles":[],"content_ref":"s3://bucket/key","content_hash":"HASH2"}],` +
	`"evidence":[{"object":"object://doc:1@3","derivations":[],"entities":[]},{"object":"object://doc:2@1",` +
	`"derivations":[{"relation":"quotes","source":"object://x","source_latest":null,"link_state":"unresolved"}],"entities":[]}],` +
	`"metadata":{"canonical_query":"q","budget":{"limit":100,"used":7},"scorer":"lexical-v1",` +
	`"estimators":["chars-div-4-v1","cl100k-v1"],"as_of":"2026-04-01T00:00:00.12Z","evaluated_at":"2026-05-01T00:00:00Z",` +
	`"considered":9,"excluded":{"excluded_role":0,"excluded_secret":0,"excluded_stale":0,"excluded_trust":0,"max_age":2,` +
	`"no_packable_representation":0,"out_of_scope":0},"truncated":false}}`

func TestBuild(t *testing.T) {
	p, texts := pair()
	b, err := packer.Build(p, texts, packer.Meta{
		Task: "t", Canonical: "q", AsOf: &asOf, EvaluatedAt: now, Scorer: "lexical-v1", Lexical: true, Budget: 100, Considered: 9,
		Excluded: map[schema.Reason]int{schema.ReasonMaxAge: 2},
		Evidence: map[string]packer.Links{"doc:2": {Derivations: []packer.Derivation{
			{Relation: "quotes", Source: "object://x", LinkState: schema.LinkUnresolved.String()}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.JSON()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("context://ctx_ID", b.ID, "HASH1", p.Items[0].Form.ContentHash,
		"HASH2", p.Items[1].Form.ContentHash).Replace(wantJSON)
	if string(got) != want {
		t.Errorf("bundle is\n%s\nwant\n%s", got, want)
	}
}

func TestBuildEmpty(t *testing.T) {
	m := packer.Meta{Canonical: "q", EvaluatedAt: now, Scorer: "lexical-v1"}
	for _, tt := range []struct {
		evidence map[string]packer.Links
		want     string
	}{
		{nil, `"items":[],"metadata"`},
		{map[string]packer.Links{}, `"items":[],"evidence":[],"metadata"`},
	} {
		m.Evidence = tt.evidence
		b, err := packer.Build(packer.Pack(nil, packer.Options{}), nil, m)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := b.JSON()
		for _, part := range []string{tt.want, `"budget":{"limit":null,"used":0}`, `"estimators":[]`, `"as_of":null`} {
			if !strings.Contains(string(got), part) {
				t.Errorf("no %s in %s", part, got)
			}
		}
	}
}

func TestBuildOtherScorer(t *testing.T) {
	p, texts := pair()
	b, err := packer.Build(p, texts, packer.Meta{EvaluatedAt: now, Scorer: "e5-small", Budget: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := packer.Why{Kind: packer.WhyRelevance, Scorer: "e5-small"}
	if got := b.Items[0].Why[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("why is %+v, want %+v", got, want)
	}
}

func TestBuildErrors(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*packer.Packing, packer.Contents, *packer.Meta)
		want  string
	}{
		{"text missing", func(_ *packer.Packing, c packer.Contents, _ *packer.Meta) { clear(c) },
			`object://doc:1@3: no content for representation "body"`},
		{"path too short", func(p *packer.Packing, _ packer.Contents, _ *packer.Meta) { p.Items[1].Path = nil },
			"object://doc:2@1: 2 hops with 0 addresses and 2 relations"},
		{"query not UTF-8", func(_ *packer.Packing, _ packer.Contents, m *packer.Meta) { m.Canonical = "\xff" },
			`canonical JSON: "\xff" is not valid UTF-8`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, texts := pair()
			m := packer.Meta{Canonical: "q"}
			tt.spoil(&p, texts, &m)
			if _, err := packer.Build(p, texts, m); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}
