package store

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"
)

// general decodes without the shortcut.
func general(text string) (any, error) {
	var w wire
	if err := json.Unmarshal([]byte(text), &w, json.RejectUnknownMembers(true)); err != nil {
		return nil, jsonError(err)
	}
	return w.record()
}

var sampleLines = []string{
	`{"kind":"object","id":"doc:1","type":"document","project":"a b"}`,
	`{ "kind" : "object", "id": "doc:1",` + "\t" + `"type":"t", "project": null }`,
	`{"kind":"revision","object":"doc:1","rev":12,"created_at":"2026-01-31T09:30:00.5Z","tombstone":false,"title":"Über\n\"x\" \\ \/","origin":"human","trust":"verified","validation":"none","roles":["data","prompt"],"state":"stale","properties":{"a":[1,2.50e1,{"b":"}\\\""}],"c":null},"representations":[{"name":"body","media_type":"text/plain","content":"東京\tis a long enough text\u0041","tokens":0,"estimator":"e","roles":[]},{"name":"r","media_type":"image/png","content_ref":"s3://x","content_hash":"sha256:` + strings.Repeat("0a", 32) + `"}]}`,
	`{"kind":"derivation","object":"doc:1","rev":1,"relation":"r","source":"object://doc:2","source_rev":3}`,
	`{"kind":"entity","id":"e","type":"t","name":"n","version":7,"superseded":true,"updated_at":"2026-01-01T00:00:00+02:00","properties":{}}`,
	`{"kind":"edge","from":"object://a","relationship":"r","to":"entity://b","observed_at":"2026-01-01T00:00:00Z","ended_at":null}`,
}

func sameDecoding(t interface{ Fatalf(string, ...any) }, text string) {
	got, gotErr := new(decoder).decode(text)
	want, wantErr := general(text)
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotErr, wantErr) {
		t.Fatalf("%q reads as\n%+v, %v\ninstead of\n%+v, %v", text, got, gotErr, want, wantErr)
	}
}

// The shortcut reads what the general decoder reads, and refuses what it refuses
// in the same words.
func TestLineReadsLikeTheGeneralDecoder(t *testing.T) {
	pieces := []string{`"`, `\`, `\u`, `\ud800`, `\x`, `{`, `}`, `[`, `]`, `,`, `:`, ` `, "\t", "\r", "\x00", "\x1f", "\x7f", "\x80", "\xc3", "ü", "\ufeff",
		`null`, `true`, `0`, `00`, `-1`, `1.0`, `1e1`, `9999999999`, `9223372036854775808`, `{}`, `[]`, `""`, `"kind":"edge",`, `"project":null,`,
		`"title":"x",`, `"extra":1,`, `"roles":null,`, `"roles":["a"],`, `"properties":{"a":1,"a":2},`, `"properties":{"a":"\ud800"},`, `"properties":null,`}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(sampleLines).Draw(t, "line")
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			from := rapid.IntRange(0, len(text)).Draw(t, "from")
			to := min(len(text), from+rapid.IntRange(0, 3).Draw(t, "length"))
			text = text[:from] + rapid.SampledFrom(append(pieces, "")).Draw(t, "piece") + text[to:]
		}
		sameDecoding(t, text)
	})
}

// Every byte at every place, and every end.
func TestLineWithOneByteChanged(t *testing.T) {
	for _, text := range sampleLines {
		for i := range text {
			sameDecoding(t, text[:i])
			for c := range 256 {
				if c%7 == i%7 || c < 0x30 {
					sameDecoding(t, text[:i]+string([]byte{byte(c)})+text[i+1:])
				}
			}
		}
	}
}

// The samples without their \u escape go the short way.
func TestLineTakesCommonLines(t *testing.T) {
	for i, text := range sampleLines {
		var l line
		l.s = strings.ReplaceAll(text, `\u0041`, "")
		if !l.wire(new(wire)) {
			t.Errorf("sample %d takes the long way", i)
		}
	}
}
