// Package sample is the data that sqlq demo loads, and the queries it runs.
//
// The records tell one year, 2026, of a small team that builds Tideline: water
// levels from radar gauges in three harbours, published every minute, with an
// alarm for storm surges. Three threads run through it:
//
//   - Readings go to daily files in February; a full disk in June reverses that
//     decision and they go to PostgreSQL.
//   - A new mast at Grauwik lowers the gauge by 36.8 cm in July and nobody
//     changes the offset. What was derived from the old offset is stale since.
//   - In the storm of October the surge alarm comes 41 minutes late. Its cause
//     and most of its repairs share no word with it.
//
// Around them there is what a real store has too: summaries of summaries, a
// withdrawn source, a draft deleted and revived, two guides that refer to each
// other, text from outside that tries to give orders to a model, logins that
// must never be shown, notes in German and Japanese, tables, and files that are
// held by reference only. Two more projects, and a note that belongs to none,
// share the store, so that scope matters.
//
// People, harbours, firms and credentials are invented.
package sample

import (
	"bytes"
	_ "embed"
	"io"
	"time"
)

//go:embed records.ndjson
var records []byte

// Project is the project of the story. The store holds others as well.
const Project = "tideline"

// Now is the evaluation time of the story: a few days after its last record.
var Now = time.Date(2026, time.December, 10, 9, 0, 0, 0, time.UTC)

// Records reads the sample as NDJSON, the format of sqlq load.
func Records() io.Reader { return bytes.NewReader(records) }

// Query is one query of the demo.
type Query struct {
	Title string // a few words
	Story string // one sentence: what to notice in the bundle
	Text  string // the query
}

// Queries are to be run in this order, evaluated at Now.
var Queries = []Query{
	{
		Title: "What to know before touching the surge alarm",
		Story: "The ticket about a mobile provider and the modem's ping share no word with the task: they come in " +
			"over the graph from the incident, while a change made for an older decision is stale and sinks to the end.",
		Text: `CONTEXT FOR "surge alarm late in a storm"
USING PROJECT "tideline"
BUDGET 1000 TOKENS
PREFER CURRENT, VERIFIED
MAX OBJECTS 14`,
	},
	{
		Title: "One number that must be right",
		Story: "Without EXCLUDE four wrong offsets compete (7.412 from stale summaries, 0.000 and 7.000 from text that " +
			"gives orders to a model, 7.41 from a volunteer list); with it 7.044 is left, and of the cooperative's mail only our own summary.",
		Text: `CONTEXT FOR "gauge offset Grauwik"
USING PROJECT "tideline"
BUDGET 900 TOKENS
PREFER AUTHORITATIVE
EXCLUDE STALE, UNTRUSTED, ROLE INSTRUCTION FROM UNTRUSTED_EXTERNAL
MAX OBJECTS 10`,
	},
	{
		Title: "What was decided then, and on what grounds",
		Story: "On 15 April readings went to daily files, and the evidence names the meeting and the comparison behind it; " +
			"leave out AS OF and the same query gives the decision of June that reversed it.",
		Text: `CONTEXT FOR "where readings are stored"
USING PROJECT "tideline"
BUDGET 600 TOKENS
PREFER VERIFIED
MAX OBJECTS 6
WITH EVIDENCE
AS OF "2026-04-15"`,
	},
}
