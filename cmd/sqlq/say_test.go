package main

import (
	"strings"
	"testing"
)

func TestWantsJSON(t *testing.T) {
	for args, want := range map[string]bool{
		"query -o json": true, "query -ojson": true, "query -o=json": true, "query --output json": true, "query --output=json x": true,
		"query -vo json": true, "query --nosuch -o json": true, "query -o table": false, "query json": false, "query -o": false,
		"query -- -o json": false, "query -f json": false, "query --outputjson": false, "": false,
	} {
		if got := wantsJSON(strings.Fields(args)); got != want {
			t.Errorf("%q: %v", args, got)
		}
	}
}

// What is not on the path is not told to be typed.
func TestTyped(t *testing.T) {
	for executable, want := range map[string]string{
		"/root/.cache/go-build/3f/3f2a-d/sqlq": "go run ./cmd/sqlq", "/tmp/go-build123/b001/exe/sqlq": "go run ./cmd/sqlq",
		"/root/go/bin/sqlq": "sqlq", "": "sqlq",
	} {
		if got, installed := typed(executable); got != want || installed != (want == "sqlq") {
			t.Errorf("%s: %s", executable, got)
		}
	}
}
