// Package query holds what a query means: canonical values without places in a
// text, with defaults filled in, limits checked, items merged and in vocabulary
// order. Later stages see only these. Equivalent queries have equal values and
// one canonical text, which is itself a query with that value.
//
//	text → Parse → Query → Canonical → text
package query
