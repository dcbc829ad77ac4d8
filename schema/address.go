package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Address schemes.
const (
	ObjectScheme  = "object://"
	EntityScheme  = "entity://"
	ContextScheme = "context://"
)

// CheckID refuses an id that is not 1 to 512 printable ASCII characters without
// space and without ", @, # and ? (M2).
func CheckID(id string) error {
	switch {
	case id == "":
		return errors.New("id is empty")
	case len(id) > MaxIDLength:
		return fmt.Errorf("id is %d bytes long, the limit is %d", len(id), MaxIDLength)
	}
	for i, r := range id {
		if r <= ' ' || r > '~' || strings.ContainsRune(`"@#?`, r) {
			return fmt.Errorf("id has %q at byte %d; allowed is printable ASCII without space, \", @, # and ?: percent-encode it", r, i)
		}
	}
	return nil
}

// ObjectAddress prints object://id@rev.
func ObjectAddress(id string, rev int) string {
	return ObjectScheme + id + "@" + strconv.Itoa(rev)
}

// EntityAddress prints entity://id.
func EntityAddress(id string) string { return EntityScheme + id }

// NodeAddress prints the address of an object without a revision.
func NodeAddress(id string) string { return ObjectScheme + id }

// CheckNode refuses an edge end that is neither object://id nor entity://id.
func CheckNode(address string) error {
	id, ok := strings.CutPrefix(address, ObjectScheme)
	if !ok {
		if id, ok = strings.CutPrefix(address, EntityScheme); !ok {
			return fmt.Errorf("%q is neither object://id nor entity://id", address)
		}
	}
	return CheckID(id)
}

// CheckSource refuses a derivation source that is neither object://id nor a
// context address.
func CheckSource(address string) error {
	if id, ok := strings.CutPrefix(address, ObjectScheme); ok {
		return CheckID(id)
	}
	if strings.HasPrefix(address, ContextScheme) {
		return CheckContext(address)
	}
	return fmt.Errorf("%q is neither object://id nor context://ctx_…", address)
}

// CheckContext refuses what is not context://ctx_ and 32 lower-case hexadecimal
// digits.
func CheckContext(address string) error {
	hex, ok := strings.CutPrefix(address, ContextScheme+"ctx_")
	if !ok || len(hex) != 32 || strings.Trim(hex, "0123456789abcdef") != "" {
		return fmt.Errorf("%q is not a context address: context://ctx_ and 32 hexadecimal digits", address)
	}
	return nil
}
