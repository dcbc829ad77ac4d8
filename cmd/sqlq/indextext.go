package main

import (
	"fmt"
	"strings"

	"github.com/sqlq-dev/sqlq/store"
)

// upkeepText says what was done to the index.
func upkeepText(u store.Upkeep) string {
	var parts []string
	for _, p := range []struct {
		n            int64
		noun, action string
	}{{u.Revisions, "revision", "read again"}, {u.Sealed, "segment", "sealed"}, {u.Folded, "segment", "folded"}} {
		if p.n > 0 {
			parts = append(parts, counted(int(p.n), p.noun)+" "+p.action)
		}
	}
	return strings.Join(parts, ", ")
}

// printIndex prints the state of the index for people.
func (a *app) printIndex(s store.IndexStatus) {
	fact := func(name, text string) { fmt.Fprintf(a.out, "%-10s %s\n", name, text) }
	fact("sealed", fmt.Sprintf("%s in %s", counted(int(s.Sealed), "revision"), counted(int(s.Segments), "segment")))
	fact("unsealed", counted(int(s.Unsealed), "revision"))
	fact("touched", counted(int(s.Touched), "sealed revision"))
	fmt.Fprintf(a.out, "\n%-16s %12s %10s %10s\n", "table", "rows", "size", "indexes")
	var size, indexes int64
	for _, t := range s.Tables {
		rows := "not counted"
		if t.Rows >= 0 {
			rows = fmt.Sprint(t.Rows)
		}
		fmt.Fprintf(a.out, "%-16s %12s %10s %10s\n", t.Table, rows, byteText(t.Bytes), byteText(t.Indexes))
		size, indexes = size+t.Bytes, indexes+t.Indexes
	}
	fmt.Fprintf(a.out, "%-16s %12s %10s %10s\n\n", "all", "", byteText(size), byteText(indexes))
	if len(s.Due) == 0 {
		fact("due", "nothing")
	}
	for _, d := range s.Due {
		fact("due", d.Reason)
		fact("", "→ "+d.Command)
	}
}

// byteText is a size in the unit that gives one to four digits.
func byteText(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	i := 0
	for ; n >= 10_000 && i < len(units)-1; i++ {
		n = (n + 512) / 1024
	}
	return fmt.Sprint(n, " ", units[i])
}
