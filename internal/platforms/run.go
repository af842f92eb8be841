package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// host is this machine.
var host = platform{system: runtime.GOOS, processor: runtime.GOARCH}

// core are tests that do not need the go command, which would be an emulated one; by package,
// with a pattern of their names.
var core = []struct{ pkg, run string }{
	{"./runtime", "."},
	{"./checker/lang/...", "."},
	{"./internal/wire", "."},
	{"./internal/schedule", "."},
	{"./checker/explore", "^Test(Campaign|Bounds)$"},
	{"./checker/internal/closure", "^TestPrefixes$"},
	{"./checker/internal/revisit", "^TestRevisitPrefixes$"},
	{"./checker/internal/engine", "^TestEstimates.*$"},
	{"./checker/race", "^TestRacesKept$"},
}

// emulated leaves tests out that start their own binary, which an emulator of user mode does
// not emulate then: the examples do the same, by the program that runs binaries.
const emulated = "^Test(Driver.*|Watchdog|Interrupts|FreeTimeOfAuto|BudgetWithinAnExecution)$"

// run runs the core and the examples for the platform.
func (p platform) run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "platforms")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer os.RemoveAll(dir)
	if p.emulator != "" {
		path, err := exec.LookPath(p.emulator)
		if err != nil {
			return fmt.Errorf("no %s in PATH: on Debian, apt-get install qemu-user-static", p.emulator)
		}
		script := fmt.Sprintf("#!/bin/sh\nexec %s \"$@\"\n", path)
		if err := os.WriteFile(filepath.Join(dir, "go_"+p.system+"_"+p.processor+"_exec"), []byte(script), 0o777); err != nil {
			return fmt.Errorf("writing what runs binaries: %w", err)
		}
		os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	for _, c := range core {
		fmt.Printf("== %s: go test %s -run %s\n", p.name(), c.pkg, c.run)
		args := []string{"test", "-timeout=60m", "-run", c.run}
		if p.emulator != "" {
			args = append(args, "-skip", emulated)
		}
		cmd := p.command(ctx, ".", "go", append(args, c.pkg)...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: go test %s: %w", p.name(), c.pkg, err)
		}
	}
	command, err := buildCommand(ctx, dir)
	if err != nil {
		return err
	}
	fmt.Printf("== %s: gocheck %s\n", p.name(), examples)
	want, err := host.explored(ctx, command)
	if err != nil {
		return err
	}
	got, err := p.explored(ctx, command)
	if err != nil {
		return err
	}
	var wrong []error
	for _, test := range slices.Sorted(maps.Keys(want)) {
		fmt.Printf("%s: %+v\n", test, got[test])
		if got[test] != want[test] {
			wrong = append(wrong, fmt.Errorf("%s: %+v on %s, %+v on %s", test, got[test], p.name(), want[test], host.name()))
		}
	}
	if len(want) == 0 || len(got) != len(want) {
		wrong = append(wrong, fmt.Errorf("%d tests on %s, %d on %s", len(got), p.name(), len(want), host.name()))
	}
	return errors.Join(wrong...)
}

// outcome is what exploring a test came to.
type outcome struct {
	Verdict    string
	Exhaustive bool
	Executions int64
	Failure    string
}

// explored explores the examples, as far as counts go: the time that it takes is another
// one each time.
func (p platform) explored(ctx context.Context, command string) (map[string]outcome, error) {
	cmd := p.command(ctx, ".", command, "-json", "-count=1", "-save=false", "-budget=0", "-executions=2000", "-minimize=off", "-p=1", examples)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // examples fail
		return nil, fmt.Errorf("%s: gocheck: %w\n%s", p.name(), err, stderr.String())
	}
	all := map[string]outcome{}
	failures := map[string]string{}
	for line := range bytes.Lines(out) {
		var e struct {
			Action, Package, Test, Verdict, Kind, Message, Pos string
			Exhaustive                                         bool
			Executions                                         int64
		}
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s: gocheck has written %q: %w", p.name(), line, err)
		}
		test := strings.TrimPrefix(e.Package, "gocheck.dev/testdata/examples/") + "." + e.Test
		switch e.Action {
		case "failure":
			failures[test] = fmt.Sprintf("%s: %s at %s", e.Kind, e.Message, e.Pos)
		case "result":
			all[test] = outcome{e.Verdict, e.Exhaustive, e.Executions, failures[test]}
		}
	}
	return all, nil
}
