package worker

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gocheck.dev/internal/wire"
)

// The test binary plays a test binary: FAKE names a program, whose tests do
// what their names say.
func TestMain(m *testing.M) {
	if program := os.Getenv("FAKE"); program != "" {
		fake(program)
		os.Exit(0)
	}
	flag.Parse()
	// Those that are parallel do not compute but wait, however many cores there are.
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// explorers are what explores a binary: by one process after the other, or by
// processes that are told test for test, here one or two at a time.
var explorers = map[string]func(context.Context, Job, func(wire.Message)) (Summary, error){
	"Explore": Explore,
	"Share1": func(ctx context.Context, j Job, sink func(wire.Message)) (Summary, error) {
		return share(ctx, 1, j, sink)
	},
	"Share2": func(ctx context.Context, j Job, sink func(wire.Message)) (Summary, error) {
		return share(ctx, 2, j, sink)
	},
}

func share(ctx context.Context, n int, j Job, sink func(wire.Message)) (Summary, error) {
	cores := NewCores(n)
	cores.Acquire(ctx)
	sum, err := Share(ctx, j, cores, nil, sink)
	if cores.Release(); err == nil && cores.free != n {
		err = fmt.Errorf("%d of %d cores were given back", cores.free, n)
	}
	return sum, err
}

var broken = new(map[string]int) // to a nil map

func job(t *testing.T, program string, env ...string) Job {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Job{
		Path: exe, Dir: t.TempDir(),
		Config: wire.Config{Mode: "explore"},
		Env:    append(os.Environ(), append(env, "FAKE="+program)...),
	}
}

// outcome is what the sink was told, one line a message.
func outcome(lines *[]string) func(wire.Message) {
	return func(m wire.Message) {
		s := m.Type + " " + m.Test
		switch {
		case m.Result != nil:
			s += " " + m.Result.Verdict
		case m.Failure != nil:
			s += " " + m.Failure.Kind + ": " + m.Failure.Message
		}
		*lines = append(*lines, s)
	}
}

func TestExplore(t *testing.T) {
	t.Parallel()
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var lines []string
			results := map[string]*wire.Result{}
			record := outcome(&lines)
			j := job(t, "A Exit B Crash Overflow Asleep C")
			// A program under the race detector does not notice that all its
			// goroutines are asleep; it is ended as hanging then.
			j.Grace = 10 * time.Second
			j.Config.Tests = map[string]wire.Settings{"Asleep": {BudgetMS: 1}}
			sum, err := explore(t.Context(), j, func(m wire.Message) {
				if m.Type == "output" {
					return // once a process
				}
				record(m)
				if m.Result != nil {
					results[m.Test] = m.Result
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			want := []string{
				"start A", "result A pass",
				"start Exit", "result Exit unsupported",
				"start B", "result B pass",
				"start Crash", "failure Crash panic: in plain code", "result Crash fail",
				"start Overflow", "failure Overflow panic: fatal error: stack overflow", "result Overflow fail",
				"start Asleep", "result Asleep unsupported",
				"start C", "result C pass",
			}
			if diff := cmp.Diff(want, lines); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]string{"A", "Exit", "B", "Crash", "Overflow", "Asleep", "C"}, sum.Tests); diff != "" {
				t.Error(diff)
			}
			for test, want := range map[string]string{"Exit": "usage: none", "Asleep": "code that gocheck does not control"} {
				if !strings.Contains(results[test].Reason, want) {
					t.Errorf("%s: %q does not say %q", test, results[test].Reason, want)
				}
			}
			if !strings.Contains(results["Exit"].Reason, "exit status 3") {
				t.Errorf("Exit: %q", results["Exit"].Reason)
			}
			if !strings.Contains(results["Asleep"].Pos, "fake_test.go:") {
				t.Errorf("Asleep at %q", results["Asleep"].Pos)
			}
		})
	}
}

// A failure that was found is not lost by what was to make it smaller.
func TestDiesMinimising(t *testing.T) {
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			var lines []string
			if _, err := explore(t.Context(), job(t, "Smaller A"), outcome(&lines)); err != nil {
				t.Fatal(err)
			}
			want := []string{"start Smaller", "found Smaller fatal: as found", "failure Smaller fatal: as found", "result Smaller fail", "start A", "result A pass"}
			if got := slices.DeleteFunc(lines, func(s string) bool { return strings.HasPrefix(s, "output") }); !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestKilled(t *testing.T) {
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			var lines []string
			sum, err := explore(t.Context(), job(t, "Killed"), outcome(&lines))
			if err != nil || len(sum.NotRun) > 0 {
				t.Fatal(sum, err)
			}
			if want := []string{"output ", "start Killed", "result Killed error"}; !slices.Equal(lines, want) {
				t.Errorf("%q", lines)
			}
		})
	}
}

func TestInterrupt(t *testing.T) {
	t.Parallel()
	for name, explore := range explorers {
		if name == "Share2" {
			continue // the other process may have come to the end of B and C
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			var lines []string
			record := outcome(&lines)
			sum, err := explore(ctx, job(t, "A Sleep B C"), func(m wire.Message) {
				record(m)
				if m.Type == "progress" {
					cancel()
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if last := lines[len(lines)-1]; last != "result Sleep incomplete" {
				t.Errorf("last: %s", last)
			}
			if diff := cmp.Diff([]string{"B", "C"}, sum.NotRun); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A binary that is interrupted has the last word, if it comes soon; a failure
// that it has found is not lost, though it makes it smaller still.
func TestInterruptInOrder(t *testing.T) {
	t.Parallel()
	for program, want := range map[string][]string{
		"A Orderly B": {"start A", "result A pass", "start Orderly", "progress Orderly", "result Orderly incomplete"},
		"Stubborn B":  {"start Stubborn", "found Stubborn fatal: as found", "failure Stubborn fatal: as found", "result Stubborn fail"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var lines []string
		record := outcome(&lines)
		var result *wire.Result
		j := job(t, program)
		if program != "Stubborn B" {
			j.Last = time.Minute // the machine may be busy
		}
		sum, err := Explore(ctx, j, func(m wire.Message) {
			if m.Type == "output" {
				return
			}
			record(m)
			if result = m.Result; m.Type == "progress" || m.Type == "found" {
				cancel()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, lines); diff != "" {
			t.Error(diff)
		}
		if !sum.Interrupted || !slices.Equal(sum.NotRun, []string{"B"}) {
			t.Errorf("%+v", sum)
		}
		if program == "A Orderly B" && result.Executions != 5 {
			t.Errorf("%+v", result)
		}
	}
}

// Before it has named its tests, nobody knows how many are left.
func TestInterruptAtStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sum, err := Explore(ctx, job(t, "init-hang"), func(wire.Message) { t.Error("a message") })
	if err != nil || !sum.Interrupted || len(sum.Tests) > 0 {
		t.Errorf("%+v, %v", sum, err)
	}
	for name, once := range map[string]func() error{
		"replay": func() error {
			j := job(t, "Sleep")
			j.Config.Replay = &wire.Schedule{Package: "p", Test: "Sleep"}
			return Replay(ctx, j, func(wire.Message) {})
		},
		"list": func() error { _, err := List(ctx, job(t, "init-hang")); return err },
	} {
		if err := once(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStartError(t *testing.T) {
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			_, err := explore(t.Context(), job(t, "init-panic"), func(wire.Message) { t.Error("a message") })
			var e *StartError
			if !errors.As(err, &e) {
				t.Fatal(err)
			}
			if !strings.Contains(e.Pos, "fake_test.go:") || !strings.Contains(e.Text, "assignment to entry in nil map") {
				t.Errorf("%+v", e)
			}

			j := job(t, "init-hang")
			j.Begin = 100 * time.Millisecond
			if _, err := explore(t.Context(), j, func(wire.Message) {}); !errors.As(err, &e) {
				t.Fatal(err)
			}
		})
	}
}

// A binary that lists tests and runs none, and one that runs again what it was
// told to leave out, end all the same.
func TestNoProgress(t *testing.T) {
	for _, tt := range []struct{ program, env, want string }{
		{"A B", "FAKE_STOPS=1", "result B error"},
		{"A Exit B", "FAKE_FORGETS_ONLY=1", "result B error"},
	} {
		var lines []string
		if _, err := Explore(t.Context(), job(t, tt.program, tt.env), outcome(&lines)); err != nil {
			t.Fatal(err)
		}
		if last := lines[len(lines)-1]; last != tt.want {
			t.Errorf("%s: %q", tt.env, lines)
		}
	}
}

func TestNotABinary(t *testing.T) {
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			j := job(t, "A")
			j.Path = "/nowhere/at/all"
			if _, err := explore(t.Context(), j, func(wire.Message) {}); err == nil {
				t.Error("started")
			}
		})
	}
}

func TestReplay(t *testing.T) {
	for test, want := range map[string]string{"A": "result A pass", "Exit": "result Exit unsupported"} {
		j := job(t, test)
		j.Config.Replay = &wire.Schedule{Package: "p", Test: test}
		var lines []string
		if err := Replay(t.Context(), j, outcome(&lines)); err != nil {
			t.Fatal(err)
		}
		if last := lines[len(lines)-1]; last != want {
			t.Errorf("%q", lines)
		}
	}
	j := job(t, "A")
	j.Config.Replay = &wire.Schedule{Package: "p", Test: "Gone"}
	if err := Replay(t.Context(), j, func(wire.Message) {}); err == nil || !strings.HasPrefix(err.Error(), "package p has no test Gone: it was renamed or removed") {
		t.Errorf("%v", err)
	}
}

func TestOwnFault(t *testing.T) {
	const stack = "panic: x\n\ngoroutine 1 [running]:\nruntime.gopanic()\n\t/go/src/runtime/panic.go:1 +0x1\ngocheck.dev/runtime.step()\n\t/cache/runtime/step.go:2 +0x1\nexample.com/p.TestX()\n\t/p/x_test.go:3 +0x1\n"
	_, r := lastWords(&ending{err: errors.New("exit status 2"), stderr: stack})
	if r.Verdict != "error" || r.Pos != "/p/x_test.go:3" {
		t.Errorf("%+v", r)
	}
}
