package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"
)

var (
	out    = flag.String("o", "docs/measured/search.md", "file to write")
	seeds  = flag.Int("seeds", 20, "seeds for each searcher")
	budget = flag.Duration("budget", 3*time.Second, "time for each program and seed")
	jobs   = flag.Int("jobs", runtime.NumCPU(), "programs that run at once")
	most   = flag.Int64("executions", 10000, "executions for each program and seed")
	some   = flag.String("groups", "", "only groups whose name matches, a regular expression")
	only   = flag.String("run", "", "only tests whose name matches, a regular expression")
	by     = flag.String("by", "", "only searchers of these names, with commas between them")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "search: %v\n", err)
		os.Exit(1)
	}
}

// run makes the page in the working directory, which is the repository's root.
func run(ctx context.Context) error {
	binaries, clean, err := built(ctx)
	defer clean()
	if err != nil {
		return fmt.Errorf("building the programs: %w", err)
	}
	all := &results{}
	for _, s := range chosen(*by) {
		column := &column{searcher: s, found: map[string][]int64{}, passed: map[string]bool{}}
		all.columns = append(all.columns, column)
		if err := column.all(ctx, binaries); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %s %.1f s\n", s.name, column.summary(all.programs("")), column.seconds())
	}
	all.tidy()
	if err := os.WriteFile(*out, all.page(), 0o644); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}
