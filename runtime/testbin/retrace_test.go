package testbin

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/randprog"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/kinds"
)

// TestRetraceAnything lets random programs follow schedules of their own, which
// they do step by step, and then these with lines lost, repeated, exchanged and
// falsified, and those of other programs: nothing crashes or hangs, and what is
// said to fail fails when it is executed again.
func TestRetraceAnything(t *testing.T) {
	out, err := takeOutput()
	if err != nil {
		t.Fatal(err)
	}
	defer out.giveBack()
	s := testSites(t, "x", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m")
	var other *wire.Schedule
	exact, found := 0, 0
	programs := longtest.N(12, 30)
	for seed := range uint64(programs) {
		random := rand.New(rand.NewPCG(seed, 2))
		p, text := randprog.New(random)
		r := &testRun{d: &driver{out: out}, memory: &stability{}}
		r.cfg.Steps = 200
		set := rt.Settings{Leaks: "schedule"}
		if seed%2 == 1 {
			set = rt.Settings{Races: rt.RacesOff, Leaks: "all"}
		}
		set.Plain = calls.NewPlainCode(&wire.Config{}) // native runs of other tests leave goroutines
		r.x = rt.NewExecution(set, rt.Test{Run: func(*testing.T) { p(s, func(string, ...any) {}) }})
		saved := r.scheduleOf(t, seed)

		try := func(what string, q *wire.Schedule) *retracing {
			re := r.retrace(q)
			said := re.saved(0)
			n := len(q.Steps)
			if said.Followed < 0 || said.Followed > n || said.Left < 0 || said.Left > n || said.New < 0 || re.runs > retraceRuns+4*retraceRounds {
				t.Errorf("seed %d, %s: %+v of %d steps\n%s", seed, what, said, n, text)
			}
			if re.found != nil {
				found++
				again, _, _ := r.again(re.found.Decisions, re.found.Failure.Kind)
				if f := re.judge(again); f == nil || f.Kind != re.found.Failure.Kind || again.Diverged >= 0 {
					t.Errorf("seed %d, %s: said to fail: %v, but %v\n%s", seed, what, re.found.Failure, f, text)
				}
			}
			return re
		}
		if re := try("its own", saved); !re.exact || (re.found != nil) != (saved.Failure != nil && saved.Failure.Kind != "none") {
			t.Errorf("seed %d: its own schedule is not followed: %+v\n%s", seed, re.saved(0), text)
		} else {
			exact++
		}
		for i := range 4 {
			try(fmt.Sprint("falsified ", i), falsified(random, saved))
		}
		if other != nil {
			try("another's", other)
		}
		other = saved
	}
	if exact < programs*5/6 || found < programs/3 {
		t.Errorf("%d schedules followed exactly, %d failures: the test has nothing to work on", exact, found)
	}
}

// TestVerifyAsMade: a failure comes again under the options of its schedule, whatever the run has.
// A store of what is there is a write with -commute=off, and a read with on.
func TestVerifyAsMade(t *testing.T) {
	out, err := takeOutput()
	if err != nil {
		t.Fatal(err)
	}
	defer out.giveBack()
	s := testSites(t, "flag", "n", "go")
	for _, commute := range []bool{false, true} {
		r := &testRun{d: &driver{out: out}, memory: &stability{}}
		r.cfg.Steps = 200
		set := rt.Settings{Races: rt.RacesReport, Commute: commute, Plain: calls.NewPlainCode(&wire.Config{})}
		r.x = rt.NewExecution(set, rt.Test{Run: func(*testing.T) {
			n, flag := 0, int32(0)
			rt.Go(s+2, func() { rt.StoreWord(s, &flag, 0); rt.At(&n, s+1).Set(1) })
			rt.StoreWord(s, &flag, 0)
			_ = *rt.R(&n, s+1)
		}})
		schedule := *r.described(r.firstFailure(t)).Schedule
		if off := schedule.Options["commute"] == "off"; off == commute {
			t.Errorf("commute %v: options %v", commute, schedule.Options)
		}
		r.x.Commute = !commute
		if !r.verify([]wire.Schedule{schedule}) {
			t.Errorf("made with commute %v, it does not come again", commute)
		}
		if r.x.Commute == commute {
			t.Error("the option has not been put back")
		}
	}
}

// TestVerifyLong: a task that is alone may make more steps than -steps. The schedule of such a
// failure is followed to its end.
func TestVerifyLong(t *testing.T) {
	out, err := takeOutput()
	if err != nil {
		t.Fatal(err)
	}
	defer out.giveBack()
	s := testSites(t, "n", "go")
	r := &testRun{d: &driver{out: out}, memory: &stability{}}
	r.cfg.Steps = 50
	set := rt.Settings{Races: rt.RacesReport, Plain: calls.NewPlainCode(&wire.Config{})}
	r.x = rt.NewExecution(set, rt.Test{Run: func(t *testing.T) {
		n, there := int32(0), int32(0)
		for range 300 {
			rt.StoreWord(s, &n, 1)
		}
		rt.Go(s+1, func() { rt.StoreWord(s, &there, 1) })
		if rt.LoadWord(s, &there) == 0 {
			panic("not there")
		}
	}})
	schedule := *r.described(r.firstFailure(t)).Schedule
	if len(schedule.Steps) < 300 {
		t.Fatalf("a schedule of %d steps", len(schedule.Steps))
	}
	if !r.verify([]wire.Schedule{schedule}) {
		t.Error("it does not come again")
	}
	if re := r.retrace(&schedule); !re.exact || !re.same || re.runs != 1 {
		t.Errorf("exactly %v, the same %v, after %d runs", re.exact, re.same, re.runs)
	}
}

// firstFailure is what closure finds first.
func (r *testRun) firstFailure(t *testing.T) checker.Found {
	t.Helper()
	var found *checker.Found
	if _, err := explore.Run(r.x, checker.Options{Algorithm: "closure", Races: true, OnExecution: func(p *checker.Progress) bool {
		if len(p.Failures) > 0 {
			found = &p.Failures[0]
		}
		return true
	}}); err != nil || found == nil {
		t.Fatal(found, err)
	}
	return *found
}

// scheduleOf is the schedule of a random execution.
func (r *testRun) scheduleOf(t *testing.T, seed uint64) *wire.Schedule {
	t.Helper()
	var decisions []checker.Decision
	_, err := explore.Run(r.x, checker.Options{Algorithm: "random", Seed: seed + 1, Executions: 1 + int64(seed%5), Steps: 200, KeepGoing: true,
		OnExecution: func(p *checker.Progress) bool { decisions = slices.Clone(p.Decisions); return true }})
	if err != nil {
		t.Fatal(err)
	}
	out, steps, _ := r.again(decisions, "")
	s := &wire.Schedule{Package: "p", Test: "TestX", Steps: slices.Clone(steps), Failure: &wire.Failure{Kind: "none"}}
	if f := out.Outcome.Failure; f != nil {
		s.Failure = &wire.Failure{Kind: f.Kind, Message: f.Message, Pos: f.Pos}
	}
	return s
}

// falsified is a schedule with something wrong about it, in a few places.
func falsified(r *rand.Rand, s *wire.Schedule) *wire.Schedule {
	out := *s
	out.Steps = slices.Clone(s.Steps)
	tasks := []string{"main", "clock", "main/1", "main/2", "main/1/1", "main/0", "main/x", "", "nobody/1"}
	ops := []string{"", "nonsense"}
	for k := range checker.NumKinds {
		ops = append(ops, kinds.Names[k])
	}
	if r.IntN(3) == 0 {
		out.Failure = &wire.Failure{Kind: []string{"leak", "deadlock", "race", "panic", ""}[r.IntN(5)]}
	}
	for range 1 + r.IntN(6) {
		n := len(out.Steps)
		if n == 0 {
			return &out
		}
		i, j := r.IntN(n), r.IntN(n)
		at := &out.Steps[i]
		switch r.IntN(10) {
		case 0:
			out.Steps = slices.Delete(out.Steps, i, i+1)
		case 1:
			out.Steps = slices.Insert(out.Steps, i, out.Steps[j])
		case 2:
			out.Steps[i], out.Steps[j] = out.Steps[j], out.Steps[i]
		case 3:
			out.Steps = out.Steps[:i]
		case 4:
			at.Task = tasks[r.IntN(len(tasks))]
		case 5:
			at.Op = ops[r.IntN(len(ops))]
		case 6:
			at.Object = []string{"", "x", "x #2", "y", " #", "-"}[r.IntN(6)]
		case 7:
			at.Choice = []int32{-1, 0, 1, 7, -1 << 31, 1<<31 - 1}[r.IntN(6)]
		case 8:
			at.Partner, at.PartnerChoice = tasks[r.IntN(len(tasks))], int32(r.IntN(5)-2)
		case 9:
			at.Pos, at.Created = []string{"", ":", "p.go", "p.go:1", "::::"}[r.IntN(5)], "q.go:9:9"
		}
	}
	return &out
}
