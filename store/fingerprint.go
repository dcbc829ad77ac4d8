package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// fingerprint tells two records of one revision apart: equal if and only if all
// fields are, whatever the order in which representations are written.
func (r *Revision) fingerprint() [32]byte {
	w := make(digest, 0, 1024)
	w.text(r.Object)
	w.number(int64(r.Rev), r.CreatedAt.UnixMicro(), flag(r.Tombstone))
	w.text(r.Title)
	w.number(int64(r.Origin), int64(r.Trust), int64(r.Validation), int64(r.Roles))
	if r.State == nil {
		w.number(-1)
	} else {
		w.number(int64(*r.State))
	}
	w.text(string(r.Properties))
	forms := slices.Clone(r.Representations)
	slices.SortFunc(forms, func(a, b Representation) int { return cmp.Compare(a.Name, b.Name) })
	w.number(int64(len(forms)))
	for _, f := range forms {
		w.text(f.Name)
		w.text(f.MediaType)
		w.maybe(f.ContentRef)
		w.text(f.ContentHash)
		w.maybe(f.Estimator)
		w.number(int64(f.Roles))
		if f.Tokens == nil {
			w.number(-1)
		} else {
			w.number(int64(*f.Tokens))
		}
	}
	return sha256.Sum256(w)
}

// digest gathers values with their lengths, so that no two lists run together.
type digest []byte

func (d *digest) number(ns ...int64) {
	for _, n := range ns {
		*d = binary.BigEndian.AppendUint64(*d, uint64(n))
	}
}

func (d *digest) text(s string) {
	d.number(int64(len(s)))
	*d = append(*d, s...)
}

func (d *digest) maybe(s *string) {
	if s == nil {
		d.number(-1)
		return
	}
	d.text(*s)
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
