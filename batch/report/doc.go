// Package report says what the bundles of a batch have in common: how they use
// their budgets, which objects carry the load, how far what they hold can be
// relied on. It reads the NDJSON that sqlq batch writes and prints a table, JSON
// or one HTML page that needs nothing beside it.
package report
