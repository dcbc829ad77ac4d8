// Command bench measures loading and querying, each beside what it has to be
// compared with, and prints a table for people and JSON for machines:
//
//	go run ./bench                                    10,000 and 100,000 objects of the generator, and git-history
//	go run ./bench -quick -objects 10000 -data generator
//	go run ./bench -json result.json -dsn postgres://…
//
// Statements that are compared run in turns, A B C A B C, on the same server
// with the same cache, so that their ratios hold on a busy machine where the
// times alone do not. See docs/performance.md.
package main
