package explore_test

import (
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// limited is a program like x/sync/errgroup's TestGoLimit: many goroutines, of
// which few run at a time.
const limited = "chan c0=4; main: loop256{ send(c0,1) wgadd(g0,1) go(t1)} wait(g0); " +
	"t1: R(x) add(x,1) if$0<5{yield} add(x,-1) recv(c0) done(g0)"

// TestDeadlineAfterExecution: of a long execution the reversals take longer
// than the execution, so the clock has to be looked at in between.
func TestDeadlineAfterExecution(t *testing.T) {
	p := &trial.Instant{Program: lang.MustParse(limited)}
	var now time.Time
	defer trial.SetClock(func() time.Time {
		if !p.Runs {
			now = now.Add(time.Second)
		}
		return now
	})()
	res, err := explore.Run(p, checker.Options{Deadline: now.Add(10 * time.Second)})
	if err != nil {
		t.Fatal(err)
	}
	if res.Bound != "time" || res.Exhaustive || res.Executions != 1 || res.CutShort != 0 {
		t.Errorf("want the time to be over after the first execution: %+v", res)
	}
}

// ticking is a program each step of which takes a millisecond.
type ticking struct {
	checker.Program
	now   time.Time
	steps int
	of    checker.Scheduler
}

func (p *ticking) Run(s checker.Scheduler) checker.Outcome {
	p.of = s
	return p.Program.Run(p)
}

func (p *ticking) Next(st checker.State) (checker.Decision, bool) { return p.of.Next(st) }

func (p *ticking) Did(st checker.State, ev *checker.Event) {
	p.now = p.now.Add(time.Millisecond)
	p.steps++
	p.of.Did(st, ev)
}

// TestDeadlineWithinExecution: the clock is looked at within an execution, too, by all
// algorithms, often enough where steps are slow; an execution that is cut short is none,
// but a failure within it is one.
func TestDeadlineWithinExecution(t *testing.T) {
	for _, a := range explore.Algorithms() {
		for _, c := range []struct {
			program  string
			failures int
		}{
			{"main: go(t1) loop5000{ R(x) }; t1: loop5000{ R(y) }", 0},
			{"main: go(t1) assert==1; t1: loop5000{ R(y) }", 1},
		} {
			p := &ticking{Program: lang.MustParse(c.program)}
			reset := trial.SetClock(func() time.Time { return p.now })
			res, err := explore.Run(p, checker.Options{Algorithm: a.Name, Deadline: p.now.Add(100 * time.Millisecond), Executions: 10})
			reset()
			if err != nil {
				t.Fatal(err)
			}
			if res.Bound == "refused" {
				continue
			}
			if res.Bound != "time" || res.Executions+res.CutShort != 1 || p.steps < 100 || p.steps > 150 {
				t.Errorf("%s: %d steps: %+v", a.Name, p.steps, res)
			}
			if len(res.Failures) != c.failures || res.Executions != int64(c.failures) {
				t.Errorf("%s: want %d failures: %+v", a.Name, c.failures, res)
			}
		}
	}
}

// slow is a program of which each step takes a tenth of a second and somewhat more.
type slow struct {
	checker.Program
	now time.Time
}

func (p *slow) Run(s checker.Scheduler) checker.Outcome { return p.Program.Run(slowly{s, p}) }

type slowly struct {
	checker.Scheduler
	p *slow
}

func (s slowly) Next(st checker.State) (checker.Decision, bool) {
	s.p.now = s.p.now.Add(110 * time.Millisecond)
	return s.Scheduler.Next(st)
}

// TestStop: somebody else ends an exploration, of whatever algorithm.
func TestStop(t *testing.T) {
	for _, a := range explore.Algorithms() {
		var stop atomic.Bool
		o := checker.Options{Algorithm: a.Name, Stop: &stop, OnExecution: func(p *checker.Progress) bool {
			if p.Executions == 3 {
				stop.Store(true)
			}
			return p.Executions < 10000
		}}
		res, err := explore.Run(lang.LastZero(10), o)
		if err != nil || res.Bound != "stopped" && res.Bound != "refused" || res.Executions > 200 {
			t.Errorf("%s: %+v, %v", a.Name, res, err)
		}
	}
}

// TestDeadlineOfSlowExecutions: the clock is looked at in each of them, and
// seldom where they are fast.
func TestDeadlineOfSlowExecutions(t *testing.T) {
	p := &slow{Program: lang.MustParse("main: go(t1) W(x,1) W(x,2) W(x,3); t1: W(x,4) W(x,5) W(x,6)")}
	defer trial.SetClock(func() time.Time { return p.now })()
	res, err := explore.Run(p, checker.Options{Deadline: p.now.Add(5 * time.Second)})
	if err != nil || res.Bound != "time" || res.Executions != 5 || res.CutShort != 1 {
		t.Errorf("%+v, %v", res, err)
	}
	looks := 0
	trial.SetClock(func() time.Time {
		looks++
		return time.Time{}
	})
	if res, err = explore.Run(p.Program, checker.Options{Deadline: time.Now()}); err != nil || !res.Exhaustive || looks > 20 {
		t.Errorf("%d looks, %+v, %v", looks, res, err)
	}
}

// TestManyGoroutines: the Dones of a WaitGroup that is used as it should be are
// not asked whether they might come before the Adds of other goroutines, in all
// combinations: that would take hours.
func TestManyGoroutines(t *testing.T) {
	res, err := explore.Run(lang.MustParse(limited), checker.Options{Executions: 3})
	if err != nil {
		t.Fatal(err)
	}
	if res.Bound != "executions" || res.Executions != 3 {
		t.Errorf("%+v", res)
	}
}

func TestBlockedIsNotExhaustive(t *testing.T) {
	p := &trial.Forgetful{
		Program: lang.MustParse("t0: lock(l0) unlock(l0); t1: lock(l0) unlock(l0)"),
		Then:    lang.MustParse("t0: lock(l0) unlock(l0); t1: recv(c0)"),
	}
	for _, o := range []checker.Options{{}, {Steps: 8}, {Algorithm: "closure"}, {Algorithm: "closure", Steps: 8}} {
		q := *p
		res, err := explore.Run(&q, o)
		if err != nil {
			t.Fatal(err)
		}
		if res.Blocked != 1 || res.Exhaustive || res.Bound != "blocked" {
			t.Errorf("an execution that could not be completed is not told: %+v", res)
		}
	}
}

func TestLengthIsBounded(t *testing.T) {
	res, err := explore.Run(lang.MustParse("t0: loop20000{ yield}; t1: loop20000{ yield}"), checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Exhaustive || res.Bound != "length" || res.Truncated == 0 {
		t.Errorf("an execution that is too long is not told: %+v", res)
	}
}

// TestSearchesAreBounded has more orders of its events than are searched.
func TestSearchesAreBounded(t *testing.T) {
	const text = "fifo h0; t0: post(m0,h0) ry postf(m1,h0); t1: postf(m2,h0) wy; m0: rx; m1: wx; m2: rz"
	res, err := explore.Run(lang.MustParse(text), checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !res.Exhaustive {
		t.Errorf("few orders: %+v", res)
	}
	res, err = explore.Run(lang.MustParse(text+"; t2: wa wa wa wa wa; t3: wb wb wb wb wb; t4: wc wc wc wc wc; t5: wd wd wd wd wd; t6: we we we we we"), checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Exhaustive || res.Bound != "searches" {
		t.Errorf("a search that was given up is not told: %+v", res)
	}
}

// TestFragmentsAreBounded: what is still to be run cannot be forgotten.
func TestFragmentsAreBounded(t *testing.T) {
	defer trial.SetLeastMemory(1 << 18)()
	for _, memory := range []int64{1, 1 << 18, 1 << 26} {
		res, err := explore.Run(lang.LastZero(10), checker.Options{Algorithm: "closure", Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		if memory == 1<<26 {
			if !res.Exhaustive {
				t.Errorf("memory enough: %+v", res)
			}
		} else if res.Exhaustive || res.Bound != "memory" || res.Executions == 0 {
			t.Errorf("memory %d: want the bound to be told: %+v", memory, res)
		}
	}
}
