package explore_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// TestAlone: the steps of a task that is alone do not count towards Options.Steps. An
// execution that has no others may be longer than a trace can be.
func TestAlone(t *testing.T) {
	const steps = 100
	defer trial.SetAlone(300)()
	for _, c := range []struct {
		what, program   string
		executions      int64
		bound, failure  string
		deadlocks       int64
		alone, eventsOf int64
	}{
		{"as long as it takes", "main: loop400{ lock(l0) unlock(l0) }", 1, "", "", 0, 0, 801},
		{"fails at the end", "main: loop400{ lock(l0) unlock(l0) } unlock(l0)", 1, "failure", "unlock", 0, 0, 0},
		{"fails early, seen", "main: loop100{ lock(l0) unlock(l0) } unlock(l0)", 1, "failure", "unlock", 0, 0, 0},
		{"waits for ever", "main: loop400{ lock(l0) unlock(l0) } lock(l0) lock(l0)", 1, "", "", 1, 0, 0},
		{"waits for time", "main: loop400{ W(x,1) } sleep(5) loop10{ W(x,1) }", 1, "", "", 0, 0, 0},
		{"endless", "main: loop5000{ W(x,1) }", 1, "memory", "", 0, 1, 0},
		{"others come late", "main: loop250{ W(x,1) } go(t1) lock(l0) unlock(l0); t1: lock(l0) unlock(l0)", 2, "", "", 0, 0, 0},
		{"others come too late", "main: loop350{ W(x,1) } go(t1) lock(l0) unlock(l0); t1: lock(l0) unlock(l0)", 1, "length", "", 0, 0, 0},
		{"others count", "chan c0=0; main: loop250{ W(x,1) } go(t1) loop200{ W(y,1) }; t1: recv(c0)", 1, "steps", "", 0, 0, 0},
		{"alone again", "chan c0=0; main: go(t1) recv(c0) loop250{ W(x,1) }; t1: send(c0,1)", 1, "", "", 0, 0, 0},
		{"alone, and no more", "chan c0=0; main: go(t1) recv(c0) loop250{ W(x,1) } go(t2) lock(l0) unlock(l0); t1: send(c0,1); t2: lock(l0) unlock(l0)", 2, "", "", 0, 0, 0},
		{"alone twice", "chan c0=0; main: loop150{ W(x,1) } go(t1) recv(c0) loop150{ W(x,1) } go(t2) recv(c0) loop150{ W(x,1) }; t1: send(c0,1); t2: send(c0,1)", 1, "", "", 0, 0, 0},
		{"alone after a race", "chan c0=0; main: go(t1) lock(l0) unlock(l0) recv(c0) loop250{ W(x,1) }; t1: lock(l0) unlock(l0) send(c0,1)", 2, "", "", 0, 0, 0},
		{"another is there", "chan c0=0 c1=0; main: go(t1) recv(c0) loop250{ W(x,1) } send(c1,1); t1: send(c0,1) recv(c1)", 1, "steps", "", 0, 0, 0},
		{"a choice", "chan c0=1 c1=1; main: loop90{ W(x,1) } select{ send(c0,1){} send(c1,1){} }", 2, "", "", 0, 0, 0},
		{"a late choice", "chan c0=1 c1=1; main: loop400{ W(x,1) } select{ send(c0,1){} send(c1,1){} }", 1, "length", "", 0, 0, 0},
	} {
		for _, algorithm := range explore.Skimming() {
			p := lang.MustParse(c.program)
			most, samples := int64(0), explore.AlgorithmOf(checker.Options{Algorithm: algorithm}).Samples
			if samples {
				most = 30
			}
			res, err := explore.Run(p, checker.Options{Algorithm: algorithm, Steps: steps, Executions: most, Memory: 2000 * 32})
			if err != nil {
				t.Fatal(err)
			}
			if res.Bound == "refused" || algorithm == "bounded" && c.executions > 1 {
				continue // which counts states
			}
			if samples {
				if (res.Truncated > 0) != (c.bound == "length" || c.bound == "memory" || c.bound == "steps") || c.executions == 1 && c.bound != "steps" && res.Executions != 1 {
					t.Errorf("%s, %s: %+v", c.what, algorithm, res)
				}
				continue
			}
			if algorithm == "dfs" && c.executions > 1 || c.bound == "steps" {
				res.Executions = c.executions // interleavings
			}
			if res.Executions != c.executions || res.Bound != c.bound || res.Exhaustive != (c.bound == "") || res.Deadlocks != c.deadlocks ||
				res.Alone != c.alone || c.eventsOf > 0 && res.Events != c.eventsOf {
				t.Errorf("%s, %s: %+v", c.what, algorithm, res)
			}
			if c.failure == "" {
				continue
			}
			if len(res.Failures) != 1 || res.Failures[0].Failure.Kind != c.failure {
				t.Errorf("%s, %s: %+v", c.what, algorithm, res)
				continue
			}
			ds := res.Failures[0].Decisions
			if again := explore.Replay(p, ds, checker.Options{Steps: len(ds)}, nil); again.Outcome.Failure == nil || again.Outcome.Failure.Kind != c.failure {
				t.Errorf("%s, %s: it does not fail again: %+v", c.what, algorithm, again)
			}
		}
	}
}

// TestAloneCounts: steps made alone change no count but for bounds of steps.
func TestAloneCounts(t *testing.T) {
	with, without := "main: loop120{ lock(l0) unlock(l0) } ", "main: "
	const rest = "go(t1) go(t2) lock(l0) unlock(l0) R(x); t1: lock(l0) W(x,1) unlock(l0); t2: lock(l0) unlock(l0) W(x,2)"
	for _, a := range explore.Algorithms() {
		if a.Samples {
			continue
		}
		long, err := explore.Run(lang.MustParse(with+rest), checker.Options{Algorithm: a.Name, Steps: 1000})
		if err != nil {
			t.Fatal(err)
		}
		bounded, err := explore.Run(lang.MustParse(with+rest), checker.Options{Algorithm: a.Name, Steps: 100})
		if err != nil {
			t.Fatal(err)
		}
		short, err := explore.Run(lang.MustParse(without+rest), checker.Options{Algorithm: a.Name})
		if err != nil {
			t.Fatal(err)
		}
		if long.Executions != short.Executions || long.Bound != short.Bound || bounded.Executions != long.Executions || bounded.Bound != long.Bound {
			t.Errorf("%s: with steps before: %+v\nwithout: %+v\nbounded: %+v", a.Name, long, short, bounded)
		}
	}
}
