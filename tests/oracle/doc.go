// Package oracle answers CONTEXT FOR queries a second time: slowly, in memory,
// and straight from the definitions. Tests compare its bundles with those of the
// database.
//
// It shares the query parser with the product, and the types that a bundle is
// printed from. Everything between is its own, clause by clause, with the
// numbers of the decisions that each part follows. Where the product is clever,
// this package is plain: states come from a fixed point over all derivations,
// propagation from one search for each seed.
//
// Random makes stores and queries that reach into the corners of the rules.
package oracle
