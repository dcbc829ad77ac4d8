package oracle

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/packer"
)

// address is the content address of a bundle (QB1). The members of its preimage
// stand in the order of RFC 8785.
func address(b packer.Bundle, items []*candidate) string {
	asOf := "null"
	if b.Metadata.AsOf != nil {
		asOf = text(*b.Metadata.AsOf)
	}
	var estimators, packed []string
	for _, e := range b.Metadata.Estimators {
		estimators = append(estimators, text(e))
	}
	for _, c := range items {
		packed = append(packed, `{"h":`+text(c.packed.hash())+`,"o":`+text(c.id)+`,"r":`+strconv.Itoa(c.revision.Rev)+
			`,"rep":`+text(c.packed.Name)+`,"t":`+strconv.Itoa(size(*c.packed))+`}`)
	}
	preimage := `{"as_of":` + asOf + `,"estimators":[` + strings.Join(estimators, ",") + `],"items":[` +
		strings.Join(packed, ",") + `],"q":` + text(b.Metadata.CanonicalQuery) + `,"scorer":"lexical-v1","v":"0.5"}`
	sum := sha256.Sum256([]byte(preimage))
	return "context://ctx_" + hex.EncodeToString(sum[:])[:32]
}

// text is a JSON string as RFC 8785 wants it.
func text(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range s {
		short := strings.IndexRune("\b\t\n\f\r\"\\", r)
		switch {
		case short >= 0:
			out.WriteByte('\\')
			out.WriteByte("btnfr\"\\"[short])
		case r < ' ':
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}
