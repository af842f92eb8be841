package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// natively is what native runs have come to.
type natively struct {
	runs int
	seen map[string]int
}

func (n natively) String() string {
	var all []string
	for _, o := range sorted(n.seen) {
		all = append(all, fmt.Sprintf("%s:%d", o, n.seen[o]))
	}
	return fmt.Sprintf("%d runs %v", n.runs, all)
}

func sorted(seen map[string]int) []string {
	var all []string
	for o := range seen {
		all = append(all, o)
	}
	slices.Sort(all)
	return all
}

// compareNative holds what native runs came to against what is permitted, and
// against what gocheck has found.
func (l *litmus) compareNative() []error {
	var wrong []error
	for _, o := range sorted(l.native.seen) {
		if !slices.Contains(l.permits, o) {
			wrong = append(wrong, fmt.Errorf("%s: natively it comes to %q, in %d of %d runs, which is not permitted", l.name, o, l.native.seen[o], l.native.runs))
		}
		if !slices.Contains(l.got.outcomes, o) && l.gocheck == nil {
			wrong = append(wrong, fmt.Errorf("%s: natively it comes to %q, in %d of %d runs, and never under gocheck", l.name, o, l.native.seen[o], l.native.runs))
		}
	}
	return wrong
}

// nativeBinaries are test binaries of the litmus: what go test makes of them,
// but for the calls of jitter.
type nativeBinaries struct{ plain, race string }

// buildNative builds them into dir.
func buildNative(ctx context.Context, dir string) (*nativeBinaries, error) {
	overlay, err := disturbed(filepath.Join("testdata", "litmus"), dir)
	if err != nil {
		return nil, err
	}
	b := &nativeBinaries{plain: filepath.Join(dir, "native"), race: filepath.Join(dir, "race")}
	for _, args := range [][]string{{"-o", b.plain}, {"-o", b.race, "-race"}} {
		args = append([]string{"test", "-c", "-vet=off", "-overlay", overlay}, args...)
		if text, err := exec.CommandContext(ctx, "go", append(args, pkg)...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building the litmus natively: %w\n%s", err, text)
		}
	}
	return b, nil
}

// slowRuns is how often a litmus runs that rests on durations, and fatalRuns how
// often one whose process may die of it.
const (
	slowRuns  = 6
	fatalRuns = 120
)

// quiet is how long a litmus may take before it counts as blocked for ever: then
// a timer keeps Go from saying so.
const quiet = 5 * time.Second

// measure runs a litmus natively: on one, two and four processors, and a tenth
// of the runs under the race detector.
func (b *nativeBinaries) measure(ctx context.Context, l *litmus, runs int) error {
	l.native.seen = make(map[string]int)
	if l.skip != "" {
		return nil
	}
	dies := slices.ContainsFunc(l.permits, func(o string) bool { return strings.HasPrefix(o, "!") })
	switch {
	case l.slow:
		runs = slowRuns
	case dies:
		runs = min(runs, fatalRuns)
	}
	for _, part := range []struct {
		binary       string
		procs, share int
	}{{b.plain, 1, 3}, {b.plain, 2, 4}, {b.plain, 4, 4}, {b.race, 2, 10}} {
		if part.binary == b.race && (l.noRace || slices.Contains(l.permits, "!deadlock")) {
			continue // with it Go does not see that all goroutines are asleep
		}
		left := (runs + part.share - 1) / part.share
		for left > 0 {
			done, err := b.process(ctx, part.binary, part.procs, l, left, dies)
			if err != nil {
				return err
			}
			left -= done
		}
	}
	return nil
}

// process runs a litmus in a process of its own, which may die of it, and
// returns how often it has run.
func (b *nativeBinaries) process(ctx context.Context, binary string, procs int, l *litmus, runs int, dies bool) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-test.run=^TestNatively$", "-test.timeout=0")
	cmd.Env = append(os.Environ(), "LITMUS="+l.name, "LITMUS_RUNS="+strconv.Itoa(runs),
		fmt.Sprintf("LITMUS_SLOW=%t", l.slow), fmt.Sprintf("LITMUS_DIES=%t", dies), "GOMAXPROCS="+strconv.Itoa(procs), "GORACE=halt_on_error=1 atexit_sleep_ms=0")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return 0, fmt.Errorf("running the litmus natively: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("running the litmus natively: %w", err)
	}
	watch := time.AfterFunc(quiet, cancel)
	defer watch.Stop()
	done, all := 0, false
	seen := make(map[string]int)
	var printed []string
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		watch.Reset(quiet)
		if n, ok := strings.CutPrefix(lines.Text(), "litmus run "); ok { // n runs are over
			done, err = strconv.Atoi(n)
		} else if n, ok := strings.CutPrefix(lines.Text(), "litmus saw "); ok {
			count, what, _ := strings.Cut(n, " ")
			seen[what], err = strconv.Atoi(count)
		} else if lines.Text() == "litmus done" {
			all = true
		} else {
			printed = append(printed, lines.Text())
		}
		if err != nil {
			return 0, fmt.Errorf("reading what %s printed natively: %w", l.name, err)
		}
	}
	io.Copy(io.Discard, pipe)
	hung := !watch.Stop()
	cmd.Wait()
	if !all {
		kind := died(errs.String() + strings.Join(printed, "\n"))
		switch {
		case hung:
			kind = "deadlock"
		case kind == "" && cmd.ProcessState.ExitCode() > 0:
			kind = "fatal" // os.Exit
		}
		if kind == "" {
			return 0, fmt.Errorf("%s: natively it dies, and nobody knows of what:\n%s%s", l.name, errs.Bytes(), strings.Join(printed, "\n"))
		}
		if !dies {
			fmt.Fprintf(os.Stderr, "%s%s\n", errs.Bytes(), strings.Join(printed, "\n"))
		}
		done++
		seen["!"+kind]++
	}
	l.native.runs += done
	for what, n := range seen {
		l.native.seen[what] += n
	}
	return done, nil
}

// died is the kind of failure that has ended a process, by what it has printed.
func died(printed string) string {
	for _, end := range []struct{ text, kind string }{
		{"fatal error: all goroutines are asleep - deadlock!", "deadlock"},
		{"WARNING: DATA RACE", "race"},
		{"lock of unlocked", "unlock"},
		{"panic: send on closed channel", "close"},
		{"panic: close of ", "close"},
		{"panic: ", "panic"},
		{"fatal error: ", "panic"},
	} {
		if strings.Contains(printed, end.text) {
			return end.kind
		}
	}
	return ""
}
