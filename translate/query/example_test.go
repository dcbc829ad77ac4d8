package query_test

import (
	"errors"
	"fmt"

	"github.com/sqlq-dev/sqlq/translate/query"
	"github.com/sqlq-dev/sqlq/translate/source"
)

func ExampleParse() {
	q, err := query.Parse(`context for "pricing" with evidence prefer verified, current budget 0500 tokens`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(q.Canonical())
	// Output: CONTEXT FOR "pricing" BUDGET 500 TOKENS PREFER CURRENT, VERIFIED WITH EVIDENCE
}

func ExampleParse_error() {
	_, err := query.Parse(`CONTEXT FOR "pricing" PREFER VERIFED`)
	var diag *source.Diagnostic
	if errors.As(err, &diag) {
		fmt.Println(diag.Class, diag.Code, diag.Pos)
		fmt.Println(diag.Hint)
	}
	// Output:
	// parse unexpected_token 1:30
	// did you mean VERIFIED?
}
