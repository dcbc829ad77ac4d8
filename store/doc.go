// Package store is the native store: it reads records, checks them, writes
// them to the tables of schema sqlq and keeps the derived relations and the
// lexical index in the same transaction.
//
//	NDJSON line → record → rows of the base tables → stretches, states, hops, postings
package store
