// Package packer finishes a context query. It takes ranked candidates, chooses
// one form of each within the token budget, and builds the bundle with its
// content address:
//
//	[]Candidate --Pack--> Packing --Build--> Bundle (id, JSON)
//
// All of it is pure computation: no SQL, no clock, no input or output. The same
// values in give the same bytes out. A candidate comes without any form that may
// not be read, so nothing here can leak a secret: what is not given cannot be
// packed.
package packer
