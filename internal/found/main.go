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
	out    = flag.String("o", "docs/measured/found.md", "file to write")
	only   = flag.String("run", "", "only tests whose name matches, a regular expression; the page is printed")
	runs   = flag.Int("n", 10, "native runs of a test")
	budget = flag.Duration("budget", 10*time.Second, "time for a test")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "found: %v\n", err)
		os.Exit(1)
	}
}

// run works in the root of the repository.
func run(ctx context.Context) error {
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	module := filepath.Join("testdata", "found")
	bugs, err := readAll(module, match)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "found")
	if err != nil {
		return fmt.Errorf("making a folder for the binaries: %w", err)
	}
	defer os.RemoveAll(dir)
	gocheck, err := verdicts.Build(ctx, dir)
	if err != nil {
		return err
	}
	tests, err := gocheck.Run(ctx, module, nil, "-p=1", "-budget="+budget.String(), "-run="+*only, ".")
	if err != nil {
		return err
	}
	for _, b := range bugs {
		for i := range tests {
			if tests[i].Name == b.test {
				b.checked = &tests[i]
			}
		}
	}
	if err := natively(ctx, module, dir, bugs); err != nil {
		return err
	}
	var doc bytes.Buffer
	page(&doc, bugs)
	if *only != "" {
		fmt.Print(doc.String())
	} else if err := os.WriteFile(*out, doc.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	var missed []error
	for _, b := range bugs {
		if b.checked == nil || b.checked.Verdict != "fail" {
			missed = append(missed, fmt.Errorf("%s is not found", b.test))
		}
	}
	return errors.Join(missed...)
}
