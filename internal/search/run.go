package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// A searcher is an algorithm, with its settings.
type searcher struct {
	name, algorithm string
	preemptions     int  // -1: none
	random          bool // another seed makes other executions
}

// searchers are those that are measured: auto, what samples, and what explores in some order.
func searchers() []searcher {
	list := []searcher{{"auto", "auto", -1, true}}
	for _, a := range explore.Algorithms() {
		if a.Samples {
			list = append(list, searcher{a.Name, a.Name, -1, true})
		}
	}
	return append(list, searcher{"closure", "closure", -1, false}, searcher{"-preemptions 2", "auto", 2, false})
}

func chosen(names string) []searcher {
	if names == "" {
		return searchers()
	}
	var list []searcher
	for _, s := range searchers() {
		for name := range strings.SplitSeq(names, ",") {
			if s.name == name {
				list = append(list, s)
			}
		}
	}
	return list
}

func (s *searcher) seeds() int {
	if s.random {
		return *seeds
	}
	return 1
}

// A column is what came of a searcher.
type column struct {
	searcher
	found  map[string][]int64 // by program: the execution that failed, for each seed; 0: none
	passed map[string]bool    // programs that do not fail in any execution
	cpu    time.Duration
	mu     sync.Mutex // of all these
}

// all runs all programs with all seeds.
func (c *column) all(ctx context.Context, binaries []binary) error {
	room := make(chan struct{}, *jobs)
	var errs []error
	var group sync.WaitGroup
	for i := range binaries {
		b := &binaries[i]
		for seed := 1; seed <= c.seeds(); seed++ {
			room <- struct{}{}
			group.Go(func() {
				defer func() { <-room }()
				if err := c.explore(ctx, b, uint64(seed)); err != nil {
					c.mu.Lock()
					defer c.mu.Unlock()
					errs = append(errs, fmt.Errorf("%s by %s: %w", b.ImportPath, c.name, err))
				}
			})
		}
	}
	group.Wait()
	return errors.Join(errs...)
}

// explore runs all programs of a binary with a seed.
func (c *column) explore(ctx context.Context, b *binary, seed uint64) error {
	config := wire.Config{Mode: "explore", Run: cmp.Or(*only, b.group.tests), Settings: wire.Settings{
		Algorithm: c.algorithm, Seed: seed, Queue: "fifo", Races: "report", Leaks: "schedule", Commute: "on",
		Minimize: "off", Pools: wire.DefaultPools, Rand: wire.DefaultRand, Maps: wire.DefaultMaps, Steps: 10000, Memory: 1 << 30, Executions: *most, BudgetMS: budget.Milliseconds(),
	}}
	if c.preemptions >= 0 {
		config.Preemptions = &c.preemptions
	}
	dir, err := os.MkdirTemp("", "search")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	data, err := json.Marshal(config)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "config.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, b.Path)
	cmd.Dir = b.Dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", wire.Env+"="+file)
	text, err := cmd.Output()
	if cmd.ProcessState == nil {
		return fmt.Errorf("running the binary: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return c.read(b, text)
}

// read takes the results from the messages of a binary.
func (c *column) read(b *binary, text []byte) error {
	failed := map[string]*wire.Failure{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var m wire.Message
		if json.Unmarshal(lines.Bytes(), &m) != nil {
			continue // the program's own
		}
		switch {
		case m.Type == "failure" && failed[m.Test] == nil:
			failed[m.Test] = m.Failure
		case m.Type == "result":
			name := b.group.name + "/" + path.Base(b.ImportPath) + "." + m.Test
			c.found[name] = append(c.found[name], execution(failed[m.Test], m.Result))
			if v := m.Result.Verdict; v == "pass" || v == "skip" {
				c.passed[name] = true
			}
		}
	}
	return lines.Err()
}

// execution is how many executions were made up to the failing one; 0: none failed.
func execution(f *wire.Failure, r *wire.Result) int64 {
	if f == nil {
		return 0
	}
	n := f.Execution
	if f.By == "" {
		for _, s := range r.Sampled {
			n += s.Executions
		}
	}
	return n
}
