package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"time"
)

var (
	out     = flag.String("o", "docs/measured/packages.md", "file to write")
	budget  = flag.Duration("budget", 5*time.Second, "time for a test")
	timeout = flag.Duration("timeout", 20*time.Minute, "time for a module; what it has not run by then is left out, and said to be")
	procs   = flag.Int("p", runtime.NumCPU(), "processes of a module, as of gocheck -p")
	only    = flag.String("run", "", "explore only modules whose path matches, a regular expression")
	scratch = flag.String("dir", "", "folder for copies and results, which is kept: a module with results is not explored again; by default a temporary one")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "packages: %v\n", err)
		os.Exit(1)
	}
}

// run makes the page in the working directory, which is the repository's root.
func run(ctx context.Context) error {
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	dir := *scratch
	if dir == "" {
		if dir, err = os.MkdirTemp("", "packages"); err != nil {
			return fmt.Errorf("making a folder for the copies: %w", err)
		}
		defer os.RemoveAll(dir)
	} else if dir, err = filepath.Abs(dir); err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return fmt.Errorf("-dir: %w", err)
	}
	r := &runner{command: filepath.Join(dir, "gocheck"), procs: *procs, budget: *budget, timeout: *timeout}
	if text, err := exec.CommandContext(ctx, "go", "build", "-o", r.command, "gocheck.dev/cmd/gocheck").CombinedOutput(); err != nil {
		return fmt.Errorf("building gocheck: %w\n%s", err, text)
	}

	p := &page{budget: *budget}
	for i := range modules {
		m := &modules[i]
		s, err := kept(dir, m, *budget)
		if err != nil {
			return err
		}
		if s == nil && match.MatchString(m.path) {
			s, err = r.module(ctx, m, dir)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.wrong = append(p.wrong, fmt.Errorf("%s@%s: %w", m.path, m.version, err))
		}
		if s == nil {
			p.left = append(p.left, m.path)
			continue
		}
		p.suites = append(p.suites, s)
		fmt.Fprintf(os.Stderr, "%s %s: %s\n", m.path, m.version, count(s.Tests).line())
	}
	var doc bytes.Buffer
	p.write(&doc)
	if err := os.WriteFile(*out, doc.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return errors.Join(p.wrong...)
}

// module copies a module and explores its tests.
func (r *runner) module(ctx context.Context, m *module, scratch string) (*suite, error) {
	dir, notes, err := fetch(ctx, m, scratch)
	if err != nil {
		return nil, err
	}
	s, err := r.suite(ctx, m, dir)
	if err != nil {
		return nil, err
	}
	s.Notes = notes
	return s, s.keep(scratch)
}
