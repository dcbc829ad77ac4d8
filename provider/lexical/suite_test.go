package lexical_test

import (
	"testing"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/provider/lexical"
	"github.com/sqlq-dev/sqlq/provider/providertest"
	"github.com/sqlq-dev/sqlq/tests/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestSuite(t *testing.T) {
	providertest.Run(t, providertest.Subject{
		Provider: lexical.Lexical{},
		NewIndex: func() provider.Index { return lexical.NewPostings() },
		DB:       func(t testing.TB) string { return pgtest.DB(t) },
	})
}
