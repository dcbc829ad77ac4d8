// Package tests holds the checks that need the whole module and real servers:
// the conformance cases, real data, generated statements, and the rules of the
// repository itself.
package tests

import (
	"testing"

	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
