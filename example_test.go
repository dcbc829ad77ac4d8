package sqlq_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/sqlq-dev/sqlq"
	"github.com/sqlq-dev/sqlq/store"
)

// A query becomes a plan and one statement without any database.
func ExampleCompile() {
	q, err := sqlq.ParseContext(`context for "gauge offset" exclude stale budget 0900 tokens`)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := sqlq.Compile(context.Background(), q, nil, time.Now())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Query.Canonical())
	fmt.Print(c.Plan)
	fmt.Println(len(c.Statement.Params), "parameters, the last is", c.Statement.Params[len(c.Statement.Params)-1].Name)
	// Output:
	// CONTEXT FOR "gauge offset" BUDGET 900 TOKENS EXCLUDE STALE
	// scope       live objects at T = the transaction's time
	// exclusion   remove secret, state stale or invalid, nothing to pack
	// relevance   score eligible objects for "gauge offset"
	// expansion   halve along derivations and edges, up to 1 hop
	// rank        score, state, hops, id; keep 20
	// pack        900 tokens, smallest form first, then the largest that fits
	// 4 parameters, the last is depth
}

// Errors of the language say what is wrong, where, and what would be right.
func ExampleParseContext() {
	_, err := sqlq.ParseContext(`CONTEXT FOR "alarm" PREFER VERIFED`)
	fmt.Println(err)
	// Output:
	// 1:28: parse error (unexpected_token): expected CURRENT, UNTRUSTED, UNKNOWN, INFERRED, VERIFIED, AUTHORITATIVE or REPRESENTATION in PREFER, found VERIFED
}

// A store is loaded from records, and asked.
func ExampleDB_Context() {
	ctx := context.Background()
	db, err := sqlq.Open(ctx, sqlq.Config{DSN: os.Getenv("DATABASE_URL")})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	records := `
		{"kind":"object","id":"note:1","type":"note","project":"demo"}
		{"kind":"revision","object":"note:1","rev":1,"created_at":"2026-03-01T09:00:00Z","title":"Alarm rules","trust":"verified","representations":[{"name":"body","media_type":"text/plain","content":"The alarm needs two witnesses."}]}
		{"kind":"object","id":"note:2","type":"note","project":"demo"}
		{"kind":"revision","object":"note:2","rev":1,"created_at":"2026-03-02T09:00:00Z","title":"Storm review","representations":[{"name":"body","media_type":"text/plain","content":"One gauge was wrong."}]}
		{"kind":"derivation","object":"note:2","rev":1,"relation":"reviews","source":"object://note:1"}`
	if _, err := db.Load(ctx, strings.NewReader(records), store.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	bundle, err := db.Context(ctx, `CONTEXT FOR "alarm rules" BUDGET 100 TOKENS`, sqlq.Run{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range bundle.Items {
		fmt.Println(item.Object, item.Score, item.Why[0].Kind, item.Path)
	}
	fmt.Println(bundle.Metadata.Budget.Used, "tokens")
	// object://note:1@1 1000000 lexical_match [object://note:1@1]
	// object://note:2@1 500000 graph_expansion [object://note:1@1 object://note:2@1]
	// 13 tokens
}

// Many tasks are answered at one time and from one state of the database, on
// several connections; the results come in the order of the tasks.
func ExampleDB_Batch() {
	ctx := context.Background()
	db, err := sqlq.Open(ctx, sqlq.Config{DSN: os.Getenv("DATABASE_URL")})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	tasks := func(yield func(sqlq.Task, error) bool) {
		for id, text := range []string{`CONTEXT FOR "alarm rules"`, `CONTEXT FOR "storm" BUDGET many`, `CONTEXT FOR "storm"`} {
			if !yield(sqlq.ParseTask(fmt.Sprint(id), text)) { // a text that is no query fails alone
				return
			}
		}
	}
	report, err := db.Batch(ctx, tasks, sqlq.BatchOptions{}, func(r sqlq.Result) error {
		if r.Err != nil {
			fmt.Println(r.ID, "failed:", r.Err)
			return nil
		}
		fmt.Println(r.ID, "has", len(r.Bundle.Items), "items")
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Tasks, "tasks,", report.Failed, "failed")
	// 0 has 2 items
	// 1 failed: 1:28: parse error (unexpected_token): expected a whole number after BUDGET, found many
	// 2 has 2 items
	// 3 tasks, 1 failed
}
