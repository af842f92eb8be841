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
	"time"
)

const modules = "internal/e2e/testdata/bugs" // with the fixed versions

var (
	out     = flag.String("o", "docs/measured/bugs.md", "file to write")
	from    = flag.String("from", modules, "folder with a module for each bug")
	only    = flag.String("run", "", "only bugs whose folder matches, a regular expression")
	replays = flag.Int("replays", 20, "times to replay each saved schedule")
	runs    = flag.Int("runs", 200, "runs of the test by go test -race")
	native  = flag.Duration("native", 90*time.Second, "time for these runs; those that it does not suffice for are left out")
)

// The bounds for finding a bug.
const (
	maxSeconds    = 60
	maxExecutions = 100_000
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "bugs: %v\n", err)
		os.Exit(1)
	}
}

// run tries the bugs, in the working directory, which is the repository's root.
func run(ctx context.Context) error {
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	tmp, err := os.MkdirTemp("", "bugs")
	if err != nil {
		return fmt.Errorf("making a folder for copies: %w", err)
	}
	defer os.RemoveAll(tmp)
	r := &runner{command: filepath.Join(tmp, "gocheck"), cache: filepath.Join(tmp, "cache")}
	if text, err := exec.CommandContext(ctx, "go", "build", "-o", r.command, "gocheck.dev/cmd/gocheck").CombinedOutput(); err != nil {
		return fmt.Errorf("building gocheck: %w\n%s", err, text)
	}
	entries, err := os.ReadDir(*from)
	if err != nil {
		return fmt.Errorf("looking for bugs: %w", err)
	}
	var bugs []*bug
	var wrong []error
	for _, e := range entries {
		if !e.IsDir() || !match.MatchString(e.Name()) {
			continue
		}
		b, err := r.try(ctx, e.Name(), filepath.Join(tmp, e.Name()))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", e.Name(), err))
			continue
		}
		bugs = append(bugs, b)
	}
	if len(bugs)+len(wrong) == 0 {
		return fmt.Errorf("no bugs in %s", *from)
	}
	var page bytes.Buffer
	write(&page, bugs)
	if err := os.WriteFile(*out, page.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return errors.Join(wrong...)
}
