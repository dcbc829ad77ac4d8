// Package sqlq turns what sits in a PostgreSQL database into the smallest
// relevant, current, trusted context for a task, within a token budget, with its
// provenance. It is the library behind the command sqlq.
//
//	text → tokens → AST → canonical query → plan → statement → rows → candidates → bundle
//
// Compile goes as far as the statement and needs no database. DB.Context runs
// the statement in one read-only snapshot and lets the packer finish.
package sqlq
