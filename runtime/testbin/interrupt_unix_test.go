//go:build unix

package testbin

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/telling"
)

func init() {
	if os.Getenv(wire.Env) == "" {
		return
	}
	s := rt.RegisterSites("example.com/bank", "bank.go:9:2\tf\tx")
	RegisterTest("TestInterruptedExploring", interruptIn(s, 100, false), "bank_test.go:2:1", false)
	RegisterTest("TestInterruptedMinimising", interruptIn(s, 5, true), "bank_test.go:3:1", false)
	RegisterTest("TestInterruptedBefore", func(*testing.T) {}, "bank_test.go:4:1", false)
}

// interruptIn is a test with many executions, of which some may fail. In the
// nth (that fails) the process is interrupted; few are made after that.
func interruptIn(s rt.Site, nth int, fails bool) func(t *testing.T) {
	seen, after := 0, 0
	return func(t *testing.T) {
		var x uint32
		for i := range 7 {
			rt.Go(s, func() { rt.StoreWord(s, &x, uint32(i)) })
		}
		bad := fails && rt.LoadWord(s, &x) == 3
		if driving.stop.Load() {
			if after++; after > 50 { // what is under way, and the failure once more
				panic("it goes on")
			}
		} else if bad == fails {
			if seen++; seen == nth {
				if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
					panic(err)
				}
				for !driving.stop.Load() {
					time.Sleep(time.Millisecond)
				}
			}
		}
		if bad {
			telling.TFatal(t, s, "it was 3")
		}
	}
}

// An interrupt ends the exploration, or the search for a smaller schedule, with
// what is known; no further test is begun.
func TestInterrupts(t *testing.T) {
	all, _ := driven(t, wire.Config{Mode: "explore", Run: "TestInterrupted(Exploring|Before)$", Settings: wire.Settings{Executions: 1000}})
	r := only(t, all, "result").Result
	// The hundredth execution is cut short, or a few follow it: whether the flag is looked at in its
	// midst depends on the clock.
	if r.Verdict != "incomplete" || r.Bound != "interrupted" || r.Executions < 99 || r.Executions > 150 ||
		!strings.HasPrefix(r.Reason, fmt.Sprintf("interrupted: %d executions explored", r.Executions)) {
		t.Errorf("%+v", r)
	}
	all, _ = driven(t, wire.Config{Mode: "explore", Run: "TestInterrupted(Minimising|Before)$", Settings: wire.Settings{Algorithm: "random", Executions: 1000}})
	only(t, all, "found")
	if f := only(t, all, "failure").Failure; f.Kind != "fatal" || f.Message != "it was 3" || len(f.Schedule.Steps) == 0 {
		t.Errorf("%+v", f)
	}
	if r := only(t, all, "result").Result; r.Verdict != "fail" {
		t.Errorf("%+v", r)
	}
}
