package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
)

const pageFile = "docs/measured/platforms.md"

var (
	check = flag.Bool("check", false, "look at what every commit has to compile for, and compare with "+pageFile+" instead of writing it")
	runOn = flag.String("run", "", "run the tests of a platform, GOOS/GOARCH")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "platforms: %v\n", err)
		os.Exit(1)
	}
}

// run works in the repository's root.
func run(ctx context.Context) error {
	if *runOn != "" {
		for _, p := range platforms {
			if p.name() == *runOn {
				return p.run(ctx)
			}
		}
		return fmt.Errorf("-run %s: no such platform in internal/platforms/platforms.go", *runOn)
	}
	var results []result
	var failed []error
	for _, p := range platforms {
		look := compiled
		if *check {
			look = p.every
		}
		if look == not {
			results = append(results, result{platform: p}) // as the page has it
			continue
		}
		fmt.Printf("== %s\n", p.name())
		r := p.compile(ctx, look)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failed = append(failed, r.sources, r.examples)
		results = append(results, r)
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	text := page(results)
	if !*check {
		return os.WriteFile(pageFile, []byte(text), 0o666)
	}
	was, err := os.ReadFile(pageFile)
	if err != nil {
		return fmt.Errorf("reading the page: %w", err)
	}
	if string(was) != text {
		return fmt.Errorf("%s is not what would be written now: go run ./internal/platforms", pageFile)
	}
	return nil
}

// goFor runs the go command for a platform.
func (p platform) goFor(ctx context.Context, dir string, args ...string) error {
	cmd := p.command(ctx, dir, "go", args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: go %s: %w\n%s", p.name(), strings.Join(args, " "), err, out)
	}
	return nil
}

// command is a command whose go command builds for the platform.
func (p platform) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = p.environ()
	return cmd
}

// environ lets the go command work for the platform.
func (p platform) environ() []string {
	return append(os.Environ(), "GOOS="+p.system, "GOARCH="+p.processor, "CGO_ENABLED=0", "GOFLAGS=")
}
