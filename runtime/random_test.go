package runtime_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/randprog"
	"gocheck.dev/runtime"
)

var randomPrograms = flag.Int("random", longtest.N(20, 40), "number of random programs for TestRandomPrograms")

// TestRandomPrograms lets closure explore random programs and compares with
// the traces and outcomes that dfs finds.
func TestRandomPrograms(t *testing.T) {
	s := runtime.SitesFor(t, "x", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m")
	tried, traces := 0, 0
	for seed := range uint64(*randomPrograms) {
		p, text := randprog.New(rand.New(rand.NewPCG(seed, 1)))
		set := runtime.Settings{Races: runtime.RacesOff, FreeTime: seed%4 == 1}
		if seed%4 == 2 {
			set.Pause = time.Duration(1 + seed/4%3)
		}
		want, wantSeen, res := runtime.ExploredRandom(t, "dfs", set, s, p)
		if !res.Exhaustive {
			continue // too large for dfs
		}
		got, gotSeen, res := runtime.ExploredRandom(t, "closure", set, s, p)
		tried++
		if again, _, res := runtime.ExploredRandom(t, "closure"+runtime.Repeating, set, s, p); again != want || int64(wantSeen) != res.Executions {
			t.Errorf("seed %d: %d traces, %d executions that begin by themselves\n%soutcomes\n%s\ntheirs\n%s", seed, wantSeen, res.Executions, text, want, again)
		}
		if set.FreeTime || set.Pause > 0 {
			idle, _, _ := runtime.ExploredRandom(t, "closure", runtime.Settings{Races: runtime.RacesOff}, s, p)
			for o := range strings.SplitSeq(idle, "\n") {
				if !slices.Contains(strings.Split(want, "\n"), o) {
					t.Errorf("seed %d: not with -time=free or -pause: %s\n%sbut\n%s", seed, o, text, want)
				}
			}
		}
		traces += wantSeen
		if got != want || gotSeen != wantSeen || int64(gotSeen) != res.Executions || res.Blocked > 0 || !res.Exhaustive {
			t.Errorf("seed %d: %d traces, closure has found %d in %d executions, %d blocked\n%soutcomes\n%s\nclosure's\n%s",
				seed, wantSeen, gotSeen, res.Executions, res.Blocked, text, want, got)
		}
	}
	t.Logf("%d programs, %d traces", tried, traces)
	if tried == 0 {
		t.Error("no program was small enough")
	}
}

var readPrograms = flag.Int("readings", longtest.N(16, 40), "number of random programs for TestReadingsAreOfTheTrace")

// The clock shows the same in all executions of a trace.
func TestReadingsAreOfTheTrace(t *testing.T) {
	s := runtime.SitesFor(t, "x")
	now := randprog.Act{Name: "now", Do: func(s runtime.Site, o *randprog.Objects) any { return runtime.TimeNow(s).Sub(runtime.StartOfTime) }}
	// Messages of one handler are ordered by what they access, if at all.
	post := randprog.Act{Name: "post", Do: func(s runtime.Site, o *randprog.Objects) any {
		runtime.HandlerPost(o.Loop, s, func() {
			if seen := *runtime.R(o.Plain, s); seen >= int64(runtime.TimeSince(s, runtime.StartOfTime)) {
				t.Errorf("a message reads a time that is not after %d", seen)
			}
			runtime.At(o.Plain, s).Set(int64(runtime.TimeSince(s, runtime.StartOfTime)))
		})
		return nil
	}}
	tried, executions, traces := 0, 0, 0
	for seed := range uint64(*readPrograms) {
		more := []randprog.Act{now, now, post}
		p, text := randprog.New(rand.New(rand.NewPCG(seed, 2)), more[:2+seed%2]...)
		ran, of := runtime.ExploredReadings(t, runtime.Settings{Races: runtime.RacesOff, Unordered: seed%4 == 1, Pause: time.Duration(seed % 3)}, s, seed, p, text)
		executions += ran
		traces += of
		tried++
	}
	t.Logf("%d programs, %d executions of %d traces", tried, executions, traces)
	if executions < 2*traces {
		t.Error("hardly a trace has been executed twice")
	}
}

var latePrograms = flag.Int("lately", longtest.N(6, 60), "number of random programs for TestLateReadings")

// TestLateReadings: readings that may be late, among other operations.
func TestLateReadings(t *testing.T) {
	s := runtime.SitesFor(t, "x")
	late := randprog.Act{Name: "late", Do: func(s runtime.Site, o *randprog.Objects) any {
		return runtime.TimeSince(runtime.MayBeLate(s), runtime.StartOfTime) >= time.Microsecond
	}}
	set := runtime.Settings{Races: runtime.RacesOff, Pause: time.Microsecond}
	tried, traces := 0, 0
	for seed := range uint64(*latePrograms) {
		p, text := randprog.New(rand.New(rand.NewPCG(seed, 3)), late, late, late)
		want, wantSeen, res := runtime.ExploredRandom(t, "dfs", set, s, p)
		if !res.Exhaustive {
			continue // too large for dfs
		}
		tried++
		traces += wantSeen
		for _, algorithm := range []string{"closure", "closure" + runtime.Repeating} {
			got, seen, res := runtime.ExploredRandom(t, algorithm, set, s, p)
			if got != want || algorithm == "closure" && seen != wantSeen || int64(wantSeen) != res.Executions || res.Blocked > 0 || !res.Exhaustive {
				t.Errorf("seed %d: %d traces, %s has found %d in %d executions, %d blocked\n%soutcomes\n%s\nits\n%s",
					seed, wantSeen, algorithm, seen, res.Executions, res.Blocked, text, want, got)
			}
		}
	}
	t.Logf("%d programs, %d traces", tried, traces)
	if tried == 0 {
		t.Error("no program was small enough")
	}
}
