// Package pgtest gives tests a PostgreSQL server and each test a database of its own.
//
// The server comes from the first of these that works: the address in $SQLQ_TEST_DSN; a container, when Docker is healthy; a local
// server with the vector extension, whose binaries are fetched once; a local server of any kind. When none works the test
// fails and names the ways out: a missing database never turns tests green. The local server is shared by all test processes of
// a checkout and stops with the last of them.
//
// A package that uses it starts with
//
//	func TestMain(m *testing.M) { pgtest.Main(m) }
package pgtest
