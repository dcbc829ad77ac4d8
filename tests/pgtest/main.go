package pgtest

import (
	"os"
	"testing"

	"github.com/sqlq-dev/sqlq/pglocal"
)

// Main runs the tests of a package and gives back what they used. Call it from TestMain, before anything else.
func Main(m *testing.M) {
	pglocal.MaybeReap()
	code := m.Run()
	dropTemplates()
	closeServers()
	os.Exit(code)
}
