package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"time"

	"gocheck.dev/internal/verdicts"
)

var (
	out    = flag.String("o", "docs/measured/native.md", "file to write")
	only   = flag.String("run", "", "only programs whose name matches, a regular expression; the table is printed")
	runs   = flag.Int("n", 100, "native runs of a wrong program, at most: they end with the first failure")
	twins  = flag.Int("twins", 10, "native runs of a correct program")
	budget = flag.Duration("budget", 5*time.Second, "time for a test")
	lib    = flag.Bool("library", false, "hold the words of testdata/library to native runs, instead")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "native: %v\n", err)
		os.Exit(1)
	}
}

// run compares in the working directory, which is the repository's root.
func run(ctx context.Context) error {
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if *lib {
		dir, err := os.MkdirTemp("", "native")
		if err != nil {
			return fmt.Errorf("making a folder for the binary: %w", err)
		}
		defer os.RemoveAll(dir)
		return library(ctx, dir, match)
	}
	all, err := compare(ctx, match)
	if err != nil {
		return err
	}
	var doc bytes.Buffer
	page(&doc, all)
	if *only != "" {
		fmt.Print(doc.String())
	} else if err := os.WriteFile(*out, doc.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return errors.Join(wrong(all)...)
}

// compare runs the programs natively and by gocheck.
func compare(ctx context.Context, match *regexp.Regexp) ([]*program, error) {
	dir, err := os.MkdirTemp("", "native")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the binaries: %w", err)
	}
	defer os.RemoveAll(dir)
	module := filepath.Join("testdata", "native")
	all, err := readAll(module)
	if err != nil {
		return nil, err
	}
	var some []*program
	for _, p := range all {
		if match.MatchString(p.name) {
			some = append(some, p)
		}
	}
	gocheck, err := verdicts.Build(ctx, dir)
	if err != nil {
		return nil, err
	}
	tests, err := gocheck.Run(ctx, module, nil, "-budget="+budget.String(), "./...")
	if err != nil {
		return nil, err
	}
	found := map[string]*verdicts.Test{}
	for i, t := range tests {
		found[t.Name] = &tests[i]
	}
	for _, p := range some {
		p.bad.checked, p.good.checked = found["Test"+p.name+"Bad"], found["Test"+p.name+"Good"]
	}
	return some, natively(ctx, module, dir, some)
}
