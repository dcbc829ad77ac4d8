// Command gen writes a store of package corpus to standard output.
//
//	go run ./bench/corpus/gen -objects 100000 > store.ndjson
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/sqlq-dev/sqlq/bench/corpus"
)

func main() {
	objects := flag.Int("objects", 10_000, "how many `objects`")
	seed := flag.Uint64("seed", 1, "`seed`; the same one gives the same bytes")
	flag.Parse()
	if *objects < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	if _, err := io.Copy(out, corpus.New(*objects, *seed).Records()); err == nil {
		err = out.Flush()
		if err == nil {
			return
		}
		fmt.Fprintln(os.Stderr, "gen:", err)
	}
	os.Exit(1)
}
