package schema

import (
	"crypto/sha256"
	"encoding/hex"
)

// ContentHash names a text by its UTF-8 bytes: sha256: and 64 hexadecimal digits
// (QB3).
func ContentHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256:" + hex.EncodeToString(sum[:])
}
