package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// patience is how long a run may take natively, which is a failure like any other.
const patience = "10s"

// natively runs each test by itself, with the race detector.
func natively(ctx context.Context, module, dir string, bugs []*bug) error {
	binary := filepath.Join(dir, "found.test")
	build := exec.CommandContext(ctx, "go", "test", "-race", "-vet=off", "-c", "-o", binary, ".")
	build.Dir = module
	build.Env = append(os.Environ(), "GOWORK=off")
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the tests: %w\n%s", err, text)
	}
	for _, b := range bugs {
		for b.runs < *runs {
			cmd := exec.CommandContext(ctx, binary, "-test.run=^"+b.test+"$", "-test.timeout="+patience)
			cmd.Dir = module
			err := cmd.Run()
			if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
				return fmt.Errorf("running %s: %w", b.test, err)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			b.runs++
			if err != nil {
				b.failed++
			}
		}
	}
	return nil
}
