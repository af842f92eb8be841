package explore_test

import (
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
)

func TestUnknownAlgorithm(t *testing.T) {
	_, err := explore.Run(lang.Writers(2), checker.Options{Algorithm: "optimum"})
	if err == nil || !strings.Contains(err.Error(), `unknown algorithm "optimum": have auto, closure,`) {
		t.Errorf("error is %v", err)
	}
}

func TestBounds(t *testing.T) {
	for _, algorithm := range []string{"revisit", "closure", "optimal", "source", "dfs"} {
		p := lang.Writers(4)
		if algorithm == "revisit" {
			p = lang.LastZero(5)
		}
		res, err := explore.Run(p, checker.Options{Algorithm: algorithm, Executions: 5})
		if err != nil {
			t.Fatal(err)
		}
		if res.Executions != 5 || res.Exhaustive || res.Bound != "executions" {
			t.Errorf("%s: executions not bounded: %+v", algorithm, res)
		}
		res, err = explore.Run(p, checker.Options{Algorithm: algorithm, Steps: 10, Executions: 50})
		if err != nil {
			t.Fatal(err)
		}
		if res.Truncated != res.Executions || res.Exhaustive {
			t.Errorf("%s: steps not bounded: %+v", algorithm, res)
		}
	}
}

func TestFirstFailureStops(t *testing.T) {
	p := lang.MustParse("t0: wx; t1: rx assert==0 ry assert==0; t2: wy")
	res, err := explore.Run(p, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Bound != "failure" || res.Failing != 1 || len(res.Failures) != 1 {
		t.Fatalf("did not stop at a failure: %+v", res)
	}
	res, err = explore.Run(p, checker.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Failures) != 2 || !res.Exhaustive {
		t.Errorf("want both failures: %+v", res.Failures)
	}
	for _, f := range res.Failures {
		r := explore.Replay(p, f.Decisions, checker.Options{}, nil)
		if r.Diverged != -1 || r.Outcome.Failure == nil || r.Outcome.Failure.Pos != f.Failure.Pos {
			t.Errorf("replay does not fail as execution %d did: %+v", f.Execution, r)
		}
	}
}

func TestReplayDiverges(t *testing.T) {
	p := lang.MustParse("t0: lock(l0) unlock(l0); t1: lock(l0) unlock(l0)")
	var ds []checker.Decision
	r := explore.Replay(p, nil, checker.Options{}, func(_ checker.State, ev *checker.Event) { ds = append(ds, ev.Decision) })
	if len(ds) == 0 || len(ds) != len(r.Decisions) || r.Diverged != -1 {
		t.Fatalf("replay of nothing: %+v", r)
	}
	last := ds[len(ds)-1]
	r = explore.Replay(p, append(ds[:2:2], last, last, last, last), checker.Options{}, nil)
	if r.Diverged < 2 || len(r.Decisions) != len(ds) {
		t.Errorf("diverged at %d after %d steps, want at 2 or later, and the execution to go on", r.Diverged, len(r.Decisions))
	}
}

// TestSpinning: a task that spins must not starve the one it waits for.
func TestSpinning(t *testing.T) {
	p := lang.MustParse("t0: loop1000{ rx if==1{ break}} rx assert==1; t1: wx")
	r := explore.Replay(p, nil, checker.Options{Steps: 5000}, nil)
	if r.Outcome.Failure != nil || r.Truncated {
		t.Errorf("spinning starves: %+v", r.Outcome)
	}
}
