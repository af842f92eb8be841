package testbin

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/golden"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// TestMain makes this test binary a rebuilt one when the driver's tests start
// it with a configuration.
func TestMain(m *testing.M) {
	if os.Getenv(wire.Env) == "" {
		os.Exit(m.Run())
	}
	computesFor, overrun = blockedFor, time.Second/10
	registerPrograms()
	Main(m, "example.com/bank", nil)
}

// driven runs the programs as the command would, and returns the messages and
// the exit code.
func driven(t *testing.T, cfg wire.Config) ([]wire.Message, int) {
	t.Helper()
	if cfg.Algorithm == "" {
		cfg.Algorithm = "dfs"
	}
	if cfg.Steps == 0 {
		cfg.Steps = 1000
	}
	data, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "config.json")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), wire.Env+"="+path)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	code := 0
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
		code = exit.ExitCode()
	}
	if stderr.Len() > 0 {
		t.Errorf("the process printed:\n%s", &stderr)
	}
	var all []wire.Message
	for lines := bufio.NewScanner(&stdout); lines.Scan(); {
		var m wire.Message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatalf("%v: %s", err, lines.Bytes())
		}
		all = append(all, m)
	}
	return all, code
}

// only is the message of a type, of which there must be one.
func only(t *testing.T, all []wire.Message, typ string) wire.Message {
	t.Helper()
	var found []wire.Message
	for _, m := range all {
		if m.Type == typ {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d messages %q:\n%s", len(found), typ, render(all))
	}
	return found[0]
}

// render writes messages for golden files: without what differs from run to
// run, and without gocheck's own folder.
func render(all []wire.Message) string {
	var b strings.Builder
	for _, m := range all {
		if m.Type == "reads" || m.Type == "judging" {
			continue // TestReads, TestJudging
		}
		fmt.Fprintf(&b, "%s %s\n", m.Type, m.Test)
		if len(m.Tests) > 0 {
			fmt.Fprintf(&b, "    %s\n", strings.Join(m.Tests, " "))
		}
		if s := m.Saved; s != nil {
			fmt.Fprintf(&b, "    index %d failed %t left %d %s\n", s.Index, s.Failed, s.Left, s.Why)
		}
		if f := m.Failure; f != nil && m.Type != "found" && m.Type != "smaller" { // the failure as it was before says no more
			fmt.Fprintf(&b, "    %s: %s\n    at %s\n", f.Kind, f.Message, f.Pos)
			for _, d := range f.Details {
				fmt.Fprintf(&b, "        %s\n", d)
			}
			fmt.Fprintf(&b, "    execution %d reproduced %t output %q\n", f.Execution, f.Reproduced, f.Output)
			if f.From != nil {
				fmt.Fprintf(&b, "    from %d steps, %d preemptions\n", f.From.Steps, f.From.Preemptions)
			}
			if f.Schedule != nil {
				if p := f.Schedule.Passing; p != nil {
					for _, pair := range p.Pairs {
						first, second := f.Schedule.Steps[pair.First], p.Steps[pair.Second]
						fmt.Fprintf(&b, "    passes when: %s %s %s choice %d, not: %s %s %s choice %d\n",
							second.Task, second.Op, second.Object, second.Choice, first.Task, first.Op, first.Object, first.Choice)
					}
				}
				if f.Schedule.Every {
					b.WriteString("    every execution fails\n")
				}
				for _, s := range f.Schedule.Steps {
					fmt.Fprintf(&b, "    | %s %s %s %s", s.Task, s.Op, s.Object, s.Pos)
					if s.Choice != 0 {
						fmt.Fprintf(&b, " choice %d", s.Choice)
					}
					if s.Partner != "" {
						fmt.Fprintf(&b, " partner %s", s.Partner)
					}
					if s.Created != "" {
						fmt.Fprintf(&b, " created %s", s.Created)
					}
					if s.Value != "" {
						fmt.Fprintf(&b, " value %s", s.Value)
					}
					if len(s.Blocked) > 0 {
						fmt.Fprintf(&b, " blocked %s", strings.Join(s.Blocked, " "))
					}
					b.WriteByte('\n')
				}
			}
		}
		if r := m.Result; r != nil {
			fmt.Fprintf(&b, "    %s %s %s\n    %s exhaustive %t executions %d failing %d\n",
				r.Verdict, r.Pos, r.Reason, r.Algorithm, r.Exhaustive, r.Executions, r.Failing)
		}
		for i, s := range m.Steps {
			fmt.Fprintf(&b, "    %d %s %s %s at %s\n", i+1, s.Task, s.Op, s.Object, s.Pos)
		}
		if m.Output != "" {
			fmt.Fprintf(&b, "    %s", m.Output)
		}
	}
	text := regexp.MustCompile(`/\S*/testbin/`).ReplaceAllString(b.String(), "…/")
	return regexp.MustCompile(`_test\.go:\d{3,}`).ReplaceAllString(text, "_test.go:N")
}

// registerPrograms registers the programs that the tests below let the driver
// run. They are written as the rewriter would write them.
func registerPrograms() {
	s := rt.RegisterSites("example.com/bank", strings.Join([]string{
		"bank.go:1:2\tf\ta.mu", "bank.go:2:2\tf\tb.mu", "bank.go:3:2\tf\tch", "bank.go:4:2\tf\tx", "bank.go:5:2\tf\tgo",
		"bank.go:6:2\tf\tgo", "bank.go:7:2\tf\tui", "bank.go:8:2\tf\t",
	}, "\n"))
	const a, b, ch, x, go1, go2, ui, other = 0, 1, 2, 3, 4, 5, 6, 7
	add := func(name string, f func(t *testing.T)) { RegisterTest(name, f, "bank_test.go:1:1", false) }

	add("TestPass", func(*testing.T) {
		var mu sync.Mutex
		rt.Go(s+go1, func() { rt.MutexLock(&mu, s+a); rt.MutexUnlock(&mu, s+a) })
		rt.MutexLock(&mu, s+a)
		rt.MutexUnlock(&mu, s+a)
	})
	add("TestDeadlock", func(*testing.T) {
		var m, n sync.Mutex
		done := make(chan bool)
		both := func(first, second *sync.Mutex, sf, ss rt.Site) {
			rt.MutexLock(first, sf)
			rt.MutexLock(second, ss)
			rt.MutexUnlock(second, ss)
			rt.MutexUnlock(first, sf)
			rt.SendTo(done, s+ch).Send(true)
		}
		rt.Go(s+go1, func() { both(&m, &n, s+a, s+b) })
		rt.Go(s+go2, func() { both(&n, &m, s+b, s+a) })
		rt.Recv(done, s+ch)
		rt.Recv(done, s+ch)
	})
	add("TestNobodySends", func(*testing.T) {
		c := make(chan int)
		rt.Go(s+go1, func() { rt.SendTo(c, s+ch).Send(1) })
		rt.Recv(c, s+ch)
		rt.Recv(c, s+ch)
	})
	add("TestLeak", func(*testing.T) {
		var mu sync.Mutex
		c := make(chan int)
		rt.Go(s+go1, func() {
			rt.MutexLock(&mu, s+a)
			rt.Recv(c, s+ch)
		})
		if rt.MutexTryLock(&mu, s+a) {
			rt.MutexUnlock(&mu, s+a)
			rt.Close(c, s+ch)
		}
	})
	add("TestLeakAlways", func(*testing.T) {
		rt.Go(s+go1, func() { rt.Recv(make(chan int), s+ch) })
	})
	add("TestPanic", func(*testing.T) {
		fmt.Println("hello")
		rt.Go(s+go1, func() { panic(errors.New("boom")) })
	})
	add("TestNilMap", func(*testing.T) {
		var m map[string]int
		rt.MapW(m, s+x)["a"] = 1
	})
	add("TestAssert", func(*testing.T) {
		rt.Assert(s+x, rt.Choose(s+other, 3) < 2, "the choice is %d", 2)
	})
	add("TestExit", func(*testing.T) {
		c := make(chan int)
		rt.Go(s+go1, func() {
			if rt.Choose(s+other, 2) == 1 {
				rt.OSExit(s+other, 1)
			}
			rt.Close(c, s+x)
		})
		rt.Recv(c, s+ch)
	})
	add("TestUnlock", func(*testing.T) {
		var mu sync.Mutex
		defer func() { recover() }()
		rt.MutexUnlock(&mu, s+a)
	})
	add("TestUnsupported", func(*testing.T) { rt.Unsupported(s+other, "a call of net.Dial") })
	add("TestBlocksOutside", func(*testing.T) { <-make(chan int) })
	add("TestComputes", func(*testing.T) {
		for n := 1; n != 0; n += 2 {
		}
	})
	add("TestManySteps", func(*testing.T) {
		for {
			rt.Gosched(s + other)
		}
	})
	add("TestReadLockTwice", func(*testing.T) {
		var mu sync.RWMutex
		rt.Go(s+go1, func() { rt.RWMutexLock(&mu, s+a); rt.RWMutexUnlock(&mu, s+a) })
		rt.RWMutexRLock(&mu, s+b)
		rt.RWMutexRLock(&mu, s+b)
	})
	add("TestSelfLock", func(*testing.T) {
		var mu sync.Mutex
		rt.MutexLock(&mu, s+a)
		rt.MutexLock(&mu, s+b)
	})
	add("TestRepanic", func(*testing.T) {
		defer func() { panic(fmt.Sprint("again: ", recover())) }()
		rt.MutexUnlock(nil, s+a)
	})
	add("TestRace", func(*testing.T) {
		v := 0
		rt.Go(s+go1, func() { rt.At(&v, s+x).Set(1) })
		_ = *rt.R(&v, s+other)
	})
	runs := 0
	add("TestUnstable", func(*testing.T) {
		runs++
		if runs%2 == 0 {
			rt.Gosched(s + x)
		}
		rt.Gosched(s + other)
	})
	add("TestHeld", func(*testing.T) {
		var mu sync.Mutex
		rt.Go(s+go1, func() { rt.MutexLock(&mu, s+a); rt.MutexUnlock(&mu, s+a) })
		rt.Go(s+go2, func() { rt.MutexLock(&mu, s+a); rt.Recv(make(chan int), s+ch) })
		rt.Gosched(s + other)
		rt.MutexLock(&mu, s+a)
	})
	add("TestEndless", func(*testing.T) {
		var mu sync.Mutex
		for {
			rt.MutexLock(&mu, s+a)
			rt.MutexUnlock(&mu, s+a)
		}
	})
	add("TestTimeout", func(*testing.T) {
		c := make(chan int, 1)
		rt.Go(s+go1, func() { rt.SendTo(c, s+ch).Send(1) })
		came := "work"
		if rt.Select(s+ch, false, rt.RecvCase(c, s+ch), rt.RecvCase(rt.TimeAfter(s+other, time.Hour), s+ch)) == 1 {
			came = "timeout"
		}
		rt.Observe(s+x, "came", came)
	})
}

func TestDriverLists(t *testing.T) {
	all, code := driven(t, wire.Config{Mode: "list", Run: "Leak|Pass", Skip: "Always"})
	if got := only(t, all, "tests").Tests; code != 0 || !cmp.Equal(got, []string{"TestPass", "TestLeak"}) {
		t.Errorf("exit status %d, %v", code, got)
	}
}

func TestDriverReports(t *testing.T) {
	for _, name := range []string{
		"TestPass", "TestDeadlock", "TestNobodySends", "TestHeld", "TestLeak", "TestLeakAlways", "TestPanic", "TestNilMap", "TestAssert",
		"TestExit", "TestUnlock", "TestUnsupported", "TestManySteps", "TestUnstable", "TestRace", "TestReadLockTwice", "TestSelfLock", "TestRepanic",
	} {
		t.Run(name, func(t *testing.T) {
			// Memory ends what goes on for ever.
			all, _ := driven(t, wire.Config{Mode: "explore", Run: "^" + name + "$", Settings: wire.Settings{Memory: 8 << 20}})
			golden.Check(t, name+".golden", render(all))
		})
	}
}

func TestDriverLeaksAll(t *testing.T) {
	for _, leaks := range []string{"all", "off"} {
		all, _ := driven(t, wire.Config{Mode: "explore", Run: "^TestLeakAlways$", Settings: wire.Settings{Leaks: leaks}})
		if got := only(t, all, "result").Result.Verdict; got != map[string]string{"all": "fail", "off": "pass"}[leaks] {
			t.Errorf("-leaks=%s: %s", leaks, got)
		}
	}
}

// A saved schedule fails the same way in another process, and is run before the
// exploration.
func TestDriverReplays(t *testing.T) {
	for _, name := range []string{"TestDeadlock", "TestNobodySends", "TestHeld", "TestLeak", "TestPanic", "TestAssert", "TestExit"} {
		all, _ := driven(t, wire.Config{Mode: "explore", Run: "^" + name + "$"})
		failure := only(t, all, "failure").Failure
		schedule := failure.Schedule
		for _, cfg := range []wire.Config{
			{Mode: "replay", Replay: schedule},
			{Mode: "explore", Run: "^" + name + "$", Saved: map[string][]wire.Schedule{name: {*schedule}}},
		} {
			all, _ := driven(t, cfg)
			again := only(t, all, "failure").Failure
			if diff := cmp.Diff(failure.Schedule, again.Schedule); diff != "" {
				t.Errorf("%s: another schedule:\n%s", name, diff)
			}
			if s := only(t, all, "saved").Saved; !s.Failed || s.Left != 0 {
				t.Errorf("%s: %+v", name, s)
			}
			if v := only(t, all, "result").Result.Verdict; v != "fail" {
				t.Errorf("%s: %s", name, v)
			}
		}
	}
}

// A schedule of a program that has changed is followed as far as it goes.
func TestDriverReplaysApproximately(t *testing.T) {
	all, _ := driven(t, wire.Config{Mode: "explore", Run: "^TestDeadlock$"})
	schedule := only(t, all, "failure").Failure.Schedule
	schedule.Test = "TestPass"
	all, _ = driven(t, wire.Config{Mode: "replay", Replay: schedule, Verbose: true})
	golden.Check(t, "approximately.golden", render(all))
}

// What does not come back is named, and the process ends after the result.
func TestWatchdog(t *testing.T) {
	for _, name := range []string{"TestBlocksOutside", "TestComputes"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all, code := driven(t, wire.Config{Mode: "explore", Run: "^" + name + "$"})
			if code != exitHung {
				t.Errorf("exit status %d", code)
			}
			r := only(t, all, "result").Result
			r.Reason = regexp.MustCompile(`\d+ s`).ReplaceAllString(r.Reason, "N s")
			golden.Check(t, name+".golden", render(all))
		})
	}
}

// An execution that is as long as -steps allows does not make a test take for
// ever: its budget holds.
func TestBudgetWithinAnExecution(t *testing.T) {
	all, code := driven(t, wire.Config{Mode: "explore", Run: "Endless", Settings: wire.Settings{Steps: 1 << 30, BudgetMS: 1}})
	r := only(t, all, "result").Result
	// On a slow machine the test has not come to its first operation.
	at, ok := strings.CutPrefix(r.Reason, "-budget 1ms: 0 executions explored, and one more cut short, at ")
	if code != 0 || r.Verdict != "incomplete" || r.Bound != "time" || !ok || at != "bank.go:1" && at != "bank_test.go:1" {
		t.Errorf("%d %+v", code, r)
	}
}

// Under -time=free auto explores the clock's order and the other; that a timer is
// due when it is set is r4's.
func TestFreeTimeOfAuto(t *testing.T) {
	for mode, want := range map[string][]wire.Outcome{
		"idle": {{Observed: []string{"came=work"}, Executions: 1}},
		"free": {{Observed: []string{"came=timeout"}, Executions: 1}, {Observed: []string{"came=work"}, Executions: 2}}, // once both are ready
	} {
		all, _ := driven(t, wire.Config{Mode: "explore", Run: "^TestTimeout$", Settings: wire.Settings{Algorithm: "auto", Time: mode}})
		res := only(t, all, "result").Result
		if d := cmp.Diff(want, res.Outcomes); d != "" || res.Verdict != "pass" {
			t.Errorf("-time=%s: %s, %d executions, outcomes (-want +got):\n%s", mode, res.Verdict, res.Executions, d)
		}
	}
}
