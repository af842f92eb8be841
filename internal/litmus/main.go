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
	"slices"
)

var (
	out  = flag.String("o", "docs/measured/litmus.md", "file to write")
	only = flag.String("run", "", "only litmus whose name matches, a regular expression; their list is printed")
	runs = flag.Int("n", 20000, "native runs of each litmus")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "litmus: %v\n", err)
		os.Exit(1)
	}
}

// run compares in the working directory, which is the repository's root.
func run(ctx context.Context) error {
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	dir, err := os.MkdirTemp("", "litmus")
	if err != nil {
		return fmt.Errorf("making a folder for the binaries: %w", err)
	}
	defer os.RemoveAll(dir)
	all, err := readAll(filepath.Join("testdata", "litmus"))
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(l *litmus) bool { return !match.MatchString(l.name) })
	command, err := buildCommand(ctx, dir)
	if err != nil {
		return err
	}
	var wrong []error
	if wrong, err = checkAll(ctx, command, all); err != nil {
		return err
	}
	native, err := buildNative(ctx, dir)
	if err != nil {
		return err
	}
	for _, l := range all {
		if err := native.measure(ctx, l, *runs); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%-32s %4d executions, outcomes %v, natively %v\n", l.name, l.got.executions, l.got.outcomes, l.native)
		wrong = append(wrong, l.compareNative()...)
	}
	var doc, programs bytes.Buffer
	list(&programs, all)
	if *only != "" {
		fmt.Print(programs.String())
		return errors.Join(wrong...)
	}
	page(&doc, all)
	if err := os.WriteFile(*out, doc.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	if err := os.WriteFile(filepath.Join("testdata", "litmus", "README.md"), programs.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the list: %w", err)
	}
	return errors.Join(wrong...)
}
