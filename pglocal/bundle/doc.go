// Package bundle finds PostgreSQL server binaries on this machine, and fetches them when there are none.
//
// A bundle is a folder with initdb and postgres in it. Find asks, in this order: $SQLQ_PG_BIN; the bundles in the cache folder,
// one with the vector extension first; the network; and what the system's packages installed. Whatever is fetched appears in
// the cache whole or not at all, and processes that want it at once fetch it once.
package bundle
