package sample_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
)

// samplers are the names of the algorithms that sample.
var samplers = func() (names []string) {
	for _, a := range explore.Algorithms() {
		if a.Samples {
			names = append(names, a.Name)
		}
	}
	return names
}()

// sampled are the schedules of the first n executions.
func sampled(t *testing.T, p *lang.Program, o checker.Options, n int64) []string {
	t.Helper()
	var list []string
	o.Executions, o.KeepGoing = n, true
	o.OnExecution = func(pr *checker.Progress) bool {
		list = append(list, fmt.Sprint(pr.Decisions))
		return true
	}
	res, err := explore.Run(p, o)
	if err != nil {
		t.Fatal(err)
	}
	if res.Exhaustive || res.Bound != "executions" || res.Executions != n {
		t.Errorf("%s is no more than a sample: %+v", o.Algorithm, res)
	}
	return list
}

func TestSeedsReproduce(t *testing.T) {
	p := lang.PingPong(3)
	for _, algorithm := range samplers {
		one := sampled(t, p, checker.Options{Algorithm: algorithm, Seed: 1}, 50)
		if !slices.Equal(one, sampled(t, p, checker.Options{Algorithm: algorithm, Seed: 1}, 50)) {
			t.Errorf("%s: one seed, two explorations", algorithm)
		}
		if slices.Equal(one, sampled(t, p, checker.Options{Algorithm: algorithm, Seed: 2}, 50)) {
			t.Errorf("%s: two seeds, one exploration", algorithm)
		}
	}
	all := sampled(t, p, checker.Options{Algorithm: "pct"}, 50)
	for _, depth := range append([]int{1}, checker.Depths...) {
		if slices.Equal(all, sampled(t, p, checker.Options{Algorithm: "pct", Depth: depth}, 50)) {
			t.Errorf("pct: depth %d is no other than all depths", depth)
		}
	}
}

// TestSamplersReach demands that every trace of small programs is met by enough
// executions, and nothing else. The depth is that of the program's rarest trace,
// or pct would never come to it.
func TestSamplersReach(t *testing.T) {
	for _, c := range []struct {
		text  string
		depth int
	}{
		{"t0: wx1 ry; t1: wy1 rx; t2: wx2 wy2", 6},
		{"t0: lock(l0) x++ unlock(l0) rx; t1: lock(l0) x++ unlock(l0); t2: trylock(l0) if==1{unlock(l0)}", 5},
		{"fifo h0; t0: post(m0,h0) wx; t1: post(m1,h0) rx; m0: ry; m1: wy post(m2,h0); m2: wx", 5},
		{"t0: post(m0,h0); t1: post(m1,h0); t2: post(m2,h0); m0: wx1; m1: wx2; m2: wx3", 4},
		{"chan c1=1; t0: send(c0,1) send(c1,2); t1: recv(c0) send(c1,1); t2: select{recv(c1){rx} recv(c0){wx} default{wx3}}; t3: rx", 5},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0); t1: lock(l0) cwait(q0,l0) unlock(l0); t2: signal(q0) bcast(q0)", 6},
	} {
		p := lang.MustParse(c.text)
		want, err := oracle.Count(p, 20000)
		if err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range samplers {
			seen := map[string]bool{}
			o := checker.Options{Algorithm: algorithm, Depth: c.depth, CountRedundant: true, Executions: 30000, KeepGoing: true}
			o.OnExecution = func(pr *checker.Progress) bool {
				key, _, maximal := want.Key(pr.Decisions)
				if !maximal || want.Traces[key] == nil {
					t.Fatalf("%s: unknown to the oracle: %s", algorithm, lang.Schedule(p, pr.Decisions))
				}
				seen[key] = true
				return len(seen) < len(want.Traces)
			}
			res, err := explore.Run(p, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(seen) < len(want.Traces) {
				t.Errorf("%s reaches %d of %d traces of %s", algorithm, len(seen), len(want.Traces), c.text)
			}
			if res.Executions-res.Redundant != int64(len(seen)) {
				t.Errorf("%s: %d executions, %d redundant, but %d traces of %s", algorithm, res.Executions, res.Redundant, len(seen), c.text)
			}
			t.Logf("%s: %d traces by %d executions", algorithm, len(seen), res.Executions)
		}
	}
}

// TestPCTGuarantee: of n tasks and k steps a bug of depth d is found with
// probability 1/(n·k^(d-1)) at least, and with a smaller depth never.
func TestPCTGuarantee(t *testing.T) {
	const executions = 20000
	for _, c := range []struct {
		depth int
		text  string
	}{
		// Order: the write before the read, though its task is created later.
		{1, "t0: rx assert==0 ry ry ry ry; t1: wx"},
		// Atomicity: the write between two reads.
		{2, "t0: rx>1 ry ry ry $2=0 rx>2 $2=$2-$1 if$2==1{r(b) assert==1}; t1: wx; t2: ry ry ry ry ry"},
		// Two locks in two orders.
		{2, "t0: lock(l0) ry lock(l1) unlock(l1) unlock(l0); t1: lock(l1) ry lock(l0) unlock(l0) unlock(l1); t2: ry ry ry ry ry"},
		// The flag is seen down, then up, though it is up for a short time only.
		{3, "t0: rx>1 ry ry rx>2 if$1==0{if$2==1{r(b) assert==1}}; t1: wx1 ry wx0 ry ry"},
	} {
		p := lang.MustParse(c.text)
		for depth := 1; depth <= c.depth; depth++ {
			var found, steps, tasks int64
			o := checker.Options{Algorithm: "pct", Depth: depth, Seed: 7, Executions: executions, KeepGoing: true}
			o.OnExecution = func(pr *checker.Progress) bool {
				steps = max(steps, int64(len(pr.Decisions)))
				for _, dec := range pr.Decisions {
					tasks = max(tasks, int64(dec.Task)+1)
				}
				return true
			}
			res, err := explore.Run(p, o)
			if err != nil {
				t.Fatal(err)
			}
			found = res.Failing + res.Deadlocks
			least := int64(executions) / tasks * 9 / 10 // the first program has no more than is guaranteed, give or take
			for range c.depth - 1 {
				least /= steps
			}
			t.Logf("depth %d of %d: found %d times, guaranteed %d: %s", depth, c.depth, found, least, c.text)
			switch {
			case depth < c.depth && found > 0:
				t.Errorf("with depth %d found a bug of depth %d %d times: %s", depth, c.depth, found, c.text)
			case depth == c.depth && found < least:
				t.Errorf("with depth %d found %d times, want %d of %d at least: %s", depth, found, least, executions, c.text)
			}
		}
	}
}

// TestSamplingEnds: a program without choices has been seen when it has been
// executed once; else something must bound the executions.
func TestSamplingEnds(t *testing.T) {
	for _, algorithm := range samplers {
		res, err := explore.Run(lang.MustParse("main: wx rx"), checker.Options{Algorithm: algorithm, Executions: 10})
		if err != nil {
			t.Fatal(err)
		}
		if res.Executions != 1 || res.Bound != "sampling" || res.Exhaustive {
			t.Errorf("%s: %+v", algorithm, res)
		}
		if _, err = explore.Run(lang.Writers(2), checker.Options{Algorithm: algorithm}); err == nil || !strings.Contains(err.Error(), "bound the executions or the time") {
			t.Errorf("%s without end: error is %v", algorithm, err)
		}
	}
}

func TestSamplingBounds(t *testing.T) {
	p := &trial.Instant{Program: lang.Writers(3)}
	var now time.Time
	defer trial.SetClock(func() time.Time {
		if !p.Runs {
			now = now.Add(time.Second)
		}
		return now
	})()
	for _, algorithm := range samplers {
		res, err := explore.Run(p, checker.Options{Algorithm: algorithm, Deadline: now.Add(10 * time.Second)})
		if err != nil {
			t.Fatal(err)
		}
		if res.Bound != "time" || res.Exhaustive || res.Executions == 0 {
			t.Errorf("%s: time: %+v", algorithm, res)
		}
		res, err = explore.Run(lang.Writers(3), checker.Options{Algorithm: algorithm, Steps: 7, Executions: 20})
		if err != nil {
			t.Fatal(err)
		}
		if res.Truncated != 20 || res.Bound != "executions" {
			t.Errorf("%s: steps: %+v", algorithm, res)
		}
	}
}

// TestSampledFailures: what fails, fails again by its schedule.
func TestSampledFailures(t *testing.T) {
	p := lang.MustParse("t0: rx assert==0 ry assert==0; t1: wx; t2: wy")
	for _, algorithm := range samplers {
		res, err := explore.Run(p, checker.Options{Algorithm: algorithm, Executions: 1000, KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Failures) != 2 {
			t.Errorf("%s: want both failures: %+v", algorithm, res.Failures)
		}
		for _, f := range res.Failures {
			r := explore.Replay(p, f.Decisions, checker.Options{}, nil)
			if r.Diverged != -1 || r.Outcome.Failure == nil || r.Outcome.Failure.Pos != f.Failure.Pos {
				t.Errorf("%s: replay does not fail as execution %d did: %+v", algorithm, f.Execution, r)
			}
		}
	}
}

// TestPCTIsFairAtLast: priorities do not starve what a loop waits for.
func TestPCTIsFairAtLast(t *testing.T) {
	p := lang.MustParse("t0: loop5000{ rx if==2{ break}}; t1: loop5000{ rx if==2{ break}}; t2: ry ry ry x++; t3: loop5000{ rx if==1{break}} x++")
	res, err := explore.Run(p, checker.Options{Algorithm: "pct", Steps: 4000, Executions: 300})
	if err != nil {
		t.Fatal(err)
	}
	if res.Truncated > 0 {
		t.Errorf("%d of %d executions do not end", res.Truncated, res.Executions)
	}
}

// TestPOSScores: an operation keeps its score while others come that do not race
// with it, so that it comes after all of n about once in n times, and loses it to
// those that race with it, so that it comes after all about once in 2^n times, as
// in a random walk.
func TestPOSScores(t *testing.T) {
	// last is how often t1's write is last, in percent of the executions in which
	// it is announced before t0 has done anything.
	last := func(algorithm, text string) float64 {
		var n, of float64
		o := checker.Options{Algorithm: algorithm, Executions: 20000, KeepGoing: true}
		o.OnExecution = func(pr *checker.Progress) bool {
			begun := slices.IndexFunc(pr.Decisions, func(d checker.Decision) bool { return d.Task == 2 })
			steps := 0
			for _, d := range pr.Decisions[:begun] {
				if d.Task == 1 {
					steps++
				}
			}
			if steps <= 1 {
				of++
				if pr.Decisions[len(pr.Decisions)-1].Task == 2 {
					n++
				}
			}
			return true
		}
		if _, err := explore.Run(lang.MustParse(text), o); err != nil {
			t.Fatal(err)
		}
		return 100 * n / of
	}
	const apart, racing = "t0: ry ry ry ry ry ry wx; t1: wx", "t0: wx wx wx wx wx wx wx; t1: wx"
	a, b, w := last("pos", apart), last("pos", racing), last("random", apart)
	t.Logf("t1 comes last in %.1f %%, if all race in %.1f %%, in a random walk in %.1f %%", a, b, w)
	if a < 100./14 || b > 100./64 || w > 100./64 {
		t.Errorf("t1 comes last in %.1f %%, if all race in %.1f %%, in a random walk in %.1f %%", a, b, w)
	}
}

// TestFair: no sampler lets a task go round a loop for ever while the one that it waits for could
// go on. The loop counts its rounds, so that each leaves something: it is no Spin.
func TestFair(t *testing.T) {
	for _, text := range []string{
		"a: rx loop4000{ry if==1{break} $1=$1+1} rx; b: wx1 wx2 wy1",
		"a: rx loop4000{ry if==1{break} $1=$1+1 yield} rx; b: wx1 wx2 wy1",
		"a: loop4000{trylock(l0) if==1{rx unlock(l0) if==1{break}} $1=$1+1 yield}; b: lock(l0) wx1 unlock(l0); c: lock(l0) wy1 unlock(l0)",
	} {
		p := lang.MustParse(text)
		for _, algorithm := range samplers {
			longest := 0
			res := trial.MustRun(t, p, checker.Options{Algorithm: algorithm, Executions: 250, Steps: 6000, OnExecution: func(p *checker.Progress) bool {
				longest = max(longest, len(p.Decisions))
				return true
			}})
			if res.Truncated > 0 || longest > 3000 {
				t.Errorf("%s, %s: an execution has %d steps, and %d were cut", text, algorithm, longest, res.Truncated)
			}
		}
	}
}
