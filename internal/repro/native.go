package repro

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// seconds after which a test that hangs is ended.
const (
	hangs      = 5 * time.Second
	triedHangs = 3 * time.Second
)

// A binary is a test binary that the go command has made of a folder.
type binary struct {
	r    *repro
	path string
	dir  string
}

// build has the go command make the test binary of a folder.
func (r *repro) build(ctx context.Context, root string) (*binary, error) {
	b := &binary{r: r, path: filepath.Join(root, "repro.test"), dir: filepath.Join(root, filepath.FromSlash(r.within()))}
	args := []string{"test", "-c", "-o", b.path}
	if r.races {
		args = append(args, "-race")
	}
	if r.Tags != "" {
		args = append(args, "-tags="+r.Tags)
	}
	if _, err := command(ctx, b.dir, []string{"GOWORK=off"}, "go", append(args, ".")...); err != nil {
		return nil, err
	}
	return b, nil
}

// A tally is what came of runs.
type tally struct {
	runs, failed, gaveUp int
	other                string // what an execution printed that failed otherwise
	output               string // of one that failed as it should
}

// good reports whether all failed as they should.
func (t *tally) good() bool { return t.failed == t.runs && t.gaveUp == 0 }

// run runs the test natively so many times, with those gates alone if it is a trial. It ends early
// if early says so and one does not fail.
func (b *binary) run(ctx context.Context, times int, gates []string, trial bool) *tally {
	timeout, beside := hangs, 2
	if trial {
		timeout = triedHangs
	}
	if b.r.hangs() || b.r.stays {
		beside = 10
	}
	sum := new(tally)
	var mu sync.Mutex
	var wg sync.WaitGroup
	slots := make(chan bool, beside)
	for i := range times {
		// On one processor, and with pauses where gates are, other orders come than by themselves.
		var env []string
		if trial && i%4 == 1 {
			env = append(env, "GOMAXPROCS=1")
		}
		if trial && i%2 == 1 {
			env = append(env, "JITTER=1")
		}
		slots <- true
		mu.Lock()
		enough := trial && sum.failed < sum.runs
		mu.Unlock()
		if enough || ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			text := b.once(ctx, timeout, append(env, "GATES="+strings.Join(gates, ",")))
			mu.Lock()
			defer mu.Unlock()
			sum.runs++
			if bytes.Contains(text, []byte("gate ")) && bytes.Contains(text, []byte(", and went on")) {
				sum.gaveUp++
			}
			if b.r.same(string(text)) {
				b.r.stays = b.r.stays || !b.r.hangs() && timedOut(string(text))
				sum.failed++
				sum.output = string(text)
			} else {
				sum.other = string(text)
			}
		})
	}
	wg.Wait()
	return sum
}

// once runs the test once.
func (b *binary) once(ctx context.Context, timeout time.Duration, env []string) []byte {
	ctx, cancel := context.WithTimeout(ctx, timeout+10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.path, "-test.run="+b.r.pattern(), fmt.Sprint("-test.timeout=", timeout))
	if b.r.Short {
		cmd.Args = append(cmd.Args, "-test.short")
	}
	if n := b.r.parallel(); n > 1 {
		cmd.Args = append(cmd.Args, fmt.Sprint("-test.parallel=", n))
	}
	if b.r.Schedule.Failure.Kind == "fatal" {
		cmd.Args = append(cmd.Args, "-test.v") // a test that does not come to its end says nothing else
	}
	cmd.Args = append(cmd.Args, b.r.Args...)
	cmd.Dir = b.dir
	// The race detector sleeps for a second at the end unless it is told not to.
	cmd.Env = append(append(os.Environ(), "GORACE=atexit_sleep_ms=0 "+os.Getenv("GORACE")), env...)
	text, _ := cmd.CombinedOutput() // that it fails is seen from the text
	return text
}

// parallel is how many subtests have called t.Parallel. The go command runs as many at a time as
// there are processors, if nobody says more; gocheck has all of them wait for each other.
func (r *repro) parallel() int {
	began, n := map[string]bool{}, 0
	for i := range r.Schedule.Steps {
		if name := r.Schedule.Steps[i].Runs; strings.HasPrefix(name, wire.RunsSubtest) {
			if began[name] {
				n++
			}
			began[name] = true
		}
	}
	return n
}

// pattern selects the test.
func (r *repro) pattern() string {
	parts := strings.Split(r.Schedule.Test, "/")
	for i, p := range parts {
		parts[i] = "^" + quoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// hangs reports whether the failure is that the test does not come to its end.
func (r *repro) hangs() bool {
	switch r.Schedule.Failure.Kind {
	case "deadlock", "steps", "leak":
		return true
	}
	return false
}

// timedOut reports whether the test has not come to its end.
func timedOut(text string) bool { return strings.Contains(text, "panic: test timed out after") }

// same reports whether what a run printed is the failure of the schedule.
func (r *repro) same(text string) bool {
	f := r.Schedule.Failure
	timedOut := timedOut(text)
	asleep := strings.Contains(text, "all goroutines are asleep - deadlock!") || strings.Contains(text, "panic: deadlock: ") || strings.Contains(text, "fatal error: deadlock: ")
	message := printable.First(strings.TrimPrefix(strings.TrimPrefix(report.Said(f.Message), "test fails: "), "panic: "))
	said := message != "" && strings.Contains(text, message)
	switch f.Kind {
	case "race":
		return strings.Contains(text, "WARNING: DATA RACE")
	case "deadlock":
		return timedOut || asleep
	case "steps":
		return timedOut
	case "leak":
		return strings.Contains(text, "blocked goroutines remain")
	case "fatal":
		if timedOut { // it has failed, and those who wait for the goroutine that has ended so wait on
			return message != "" && strings.Contains(text, ": "+message)
		}
		return strings.Contains(text, "--- FAIL: ") && (said || message == "" || !strings.Contains(text, "panic: "))
	case "unlock":
		return strings.Contains(text, "fatal error: sync: ")
	case "close":
		return said || strings.Contains(text, "closed channel") || strings.Contains(text, "nil channel")
	}
	return !timedOut && (said || strings.Contains(text, "panic: "))
}
