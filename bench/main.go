package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/sqlq-dev/sqlq/pglocal"
)

// options are what the command line asks for.
type options struct {
	objects string
	data    string
	quick   bool
	json    string
	dsn     string
	keep    bool
	only    string
}

func main() {
	pglocal.MaybeReap()
	var o options
	flag.StringVar(&o.objects, "objects", "10000,100000", "`sizes` of the generator's stores, with commas between")
	flag.StringVar(&o.data, "data", "generator,git-history", "`sources`: generator, git-history")
	flag.BoolVar(&o.quick, "quick", false, "fewer cases and repetitions")
	flag.StringVar(&o.json, "json", "", "also write the results to a `file`")
	flag.StringVar(&o.dsn, "dsn", "", "`address` of a server on which databases named bench_… may be made; a local server when empty")
	flag.BoolVar(&o.keep, "keep", false, "keep the databases, and use those that an earlier run kept")
	flag.StringVar(&o.only, "only", "", "measure only the cases whose name has this `text`")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	sources, err := choose(o)
	if err != nil {
		return err
	}
	srv, err := connect(ctx, o.dsn)
	if err != nil {
		return err
	}
	defer srv.close()
	result := Result{Machine: machine(), Server: srv.version}
	fmt.Printf("%s\n%s\n", result.Machine, result.Server)
	for _, s := range sources {
		r, err := measure(ctx, srv, s, o)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		result.Stores = append(result.Stores, r)
	}
	if o.json == "" {
		return nil
	}
	return result.write(o.json)
}

// choose lists the stores to measure. One that is not there is left out aloud.
func choose(o options) ([]source, error) {
	var out []source
	for data := range strings.SplitSeq(o.data, ",") {
		switch data {
		case "generator":
			for size := range strings.SplitSeq(o.objects, ",") {
				n, err := strconv.Atoi(size)
				if err != nil || n < 100 {
					return nil, fmt.Errorf("-objects %s: not a number from 100 on", size)
				}
				out = append(out, generated(n))
			}
		case "git-history":
			s, err := gitHistory()
			if err != nil {
				fmt.Fprintf(os.Stderr, "bench: git-history left out: %v\n", err)
				continue
			}
			out = append(out, s)
		default:
			return nil, fmt.Errorf("-data %s: neither generator nor git-history", data)
		}
	}
	return out, nil
}
