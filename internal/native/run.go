package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// timeout is for one native process: longer is a deadlock that Go does not see.
const timeout = 10 * time.Second

// natively runs the programs as go test -race does, each run in a process of its own.
func natively(ctx context.Context, module, dir string, all []*program) error {
	built := map[string]string{}
	for _, p := range all {
		for _, h := range []*half{&p.bad, &p.good} {
			if built[h.pkg] != "" {
				continue
			}
			binary := filepath.Join(dir, h.pkg+".test")
			cmd := exec.CommandContext(ctx, "go", "test", "-race", "-vet=off", "-c", "-o", binary, "./"+h.pkg)
			cmd.Dir = module
			cmd.Env = append(os.Environ(), "GOWORK=off")
			if text, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("building %s: %w\n%s", h.pkg, err, text)
			}
			built[h.pkg] = binary
		}
		if err := p.bad.run(ctx, module, built[p.bad.pkg], p.name+"Bad", *runs, 1); err != nil {
			return err
		}
		if err := p.good.run(ctx, module, built[p.good.pkg], p.name+"Good", *twins, *twins); err != nil {
			return err
		}
	}
	return nil
}

// run runs a test up to n times, on one processor and on several, until it fails. The runs of a
// correct test are in one process.
func (h *half) run(ctx context.Context, module, binary, name string, n, count int) error {
	for h.failed == 0 && h.tried < n {
		cpu := []string{"2", "1", "4"}[h.tried/count%3]
		bounded, cancel := context.WithTimeout(ctx, timeout)
		// Without a time limit of its own Go's runtime sees that all goroutines are asleep.
		cmd := exec.CommandContext(bounded, binary, "-test.paniconexit0", "-test.run=^Test"+name+"$",
			"-test.cpu="+cpu, "-test.timeout=0", fmt.Sprint("-test.count=", count))
		cmd.Dir = filepath.Join(module, h.pkg)
		cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
		text, err := cmd.CombinedOutput()
		late := bounded.Err() != nil
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
			return fmt.Errorf("running %s: %w", name, err)
		}
		h.tried += count
		if err == nil {
			continue
		}
		h.failed++
		if h.how = how(string(text)); late {
			h.how = "it does not end"
		}
	}
	return nil
}

// how is the line of a run's text that says how it failed.
func how(text string) string {
	for _, mark := range []string{"WARNING: DATA RACE", "fatal error: ", "panic: ", "_test.go:", "--- FAIL"} {
		for line := range strings.Lines(text) {
			if strings.Contains(line, mark) {
				return strings.TrimPrefix(strings.TrimSpace(line), "WARNING: ")
			}
		}
	}
	return "exit status"
}
