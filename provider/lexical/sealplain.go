package lexical

import (
	"context"

	"github.com/sqlq-dev/sqlq/provider"
)

// sealPlain seals what is complete but was written plainly.
func sealPlain(ctx context.Context, tx provider.Session, s provider.Stage) error {
	return nil // follows
}
