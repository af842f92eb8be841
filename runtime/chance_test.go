package runtime_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unsafe"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/randprog"
	"gocheck.dev/runtime"
)

// TestRandomChance: what programs come to that draw random numbers, and put objects into a
// pool and get them, is what it is in all their interleavings, each choice being made.
func TestRandomChance(t *testing.T) {
	if os.Getenv("GOCHECK_TEST_ALONE") == "" {
		// Whether a deadlock waits for others is seen from the stacks of all goroutines. Other
		// tests have left hundreds of coroutines, and there are many deadlocks here.
		self := exec.Command(os.Args[0], "-test.run", "^TestRandomChance$", "-test.v")
		self.Env = append(os.Environ(), "GOCHECK_TEST_ALONE=1")
		out, err := self.CombinedOutput()
		if t.Logf("%s", out); err != nil {
			t.Error(err)
		}
		return
	}
	s := runtime.SitesFor(t, "x", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m")
	met := false
	at := func(o *randprog.Objects) unsafe.Pointer { return unsafe.Pointer(&o.Plain) }
	put := randprog.Act{Name: "put", Do: func(s runtime.Site, o *randprog.Objects) any {
		runtime.PoolPutAny(at(o), s, new(string))
		return nil
	}}
	use := randprog.Act{Name: "use", Do: func(s runtime.Site, o *randprog.Objects) any {
		x, ok := runtime.PoolGetAny(at(o), s)
		if !ok {
			x = new(string)
		}
		had := *x.(*string)
		met = met || had != "" && !strings.Contains(had, runtime.CurrentTask())
		*x.(*string) = had + runtime.CurrentTask()
		runtime.PoolPutAny(at(o), s, x)
		return had
	}}
	draw := randprog.Act{Name: "draw", Do: func(s runtime.Site, o *randprog.Objects) any {
		n, _ := runtime.RandomBelow(2, func() uint64 { return 0 }, nil)
		return n
	}}
	tried, traces := 0, 0
	for seed := range uint64(longtest.N(16, 60)) {
		acts := [][]randprog.Act{{put, use}, {use}, {use, draw}, {draw}}[seed%4]
		p, text := randprog.New(rand.New(rand.NewPCG(seed, 3)), acts...)
		set := runtime.Settings{Races: runtime.RacesOff, Commute: seed%8 > 3, Chance: runtime.Chance{ChooseRandom: true, Pools: runtime.PoolsAny}}
		want, seen, res := runtime.ExploredRandom(t, "dfs", set, s, p)
		if !res.Exhaustive {
			continue // too large for dfs
		}
		tried++
		traces += seen
		for _, algorithm := range []string{"closure", "auto"} {
			got, gotSeen, res := runtime.ExploredRandom(t, algorithm, set, s, p)
			if got != want || gotSeen != seen || int64(gotSeen) != res.Executions || res.Blocked > 0 || !res.Exhaustive {
				t.Errorf("seed %d: %d traces, %s has found %d in %d executions, %d blocked\n%soutcomes\n%s\n%s's\n%s",
					seed, seen, algorithm, gotSeen, res.Executions, res.Blocked, text, want, algorithm, got)
			}
		}
	}
	t.Logf("%d programs, %d traces", tried, traces)
	if tried < longtest.N(16, 60)/4 {
		t.Errorf("only %d programs were small enough", tried)
	}
	if !met {
		t.Error("no object has come from one task to the other")
	}
}
