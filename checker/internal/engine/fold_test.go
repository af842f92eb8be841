package engine_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestFold compares explorations that fold whatever they can with the oracle, on
// random programs of every kind.
func TestFold(t *testing.T) {
	old := *trial.Fold
	defer func() { *trial.Fold = old }()
	*trial.Fold = true
	programs := longtest.N(3, 6)
	var sum trial.Tally
	for _, k := range gen.Kinds {
		for i := range programs {
			algorithm := [...]string{"auto", "closure", "revisit"}[i%3]
			p := k.Program(gen.Seeded(int64(1000+i)), k.Size(i))
			if err := trial.Guarded(p, algorithm, 1500, &sum); err != nil {
				t.Errorf("%s, seed %d, %s: %v\n%s", k.Name, 1000+i, algorithm, err, p)
			}
		}
	}
	t.Logf("%v", sum)
	if sum.Restarts < sum.Programs/4 {
		t.Errorf("of %d programs only %d were explored anew: nothing is tested", sum.Programs, sum.Restarts)
	}
}

// TestFolded says what is folded. Go statements and beginnings of threads always are.
func TestFolded(t *testing.T) {
	for _, c := range []struct {
		what, text string
		folded     int
	}{
		{"nothing but go statements and beginnings", "t0: Wx; t1: Wx", 4},
		{"variables of one task", "t0: Wx Rx Wx2; t1: Wy Ry", 9},
		{"a variable, read only when others know of it", "main: Wx go(t1) go(t2); t1: Rx Wy; t2: Rx Wy", 7},
		{"the same, written once more", "main: Wx go(t1) go(t2) Wx2; t1: Rx Wy; t2: Rx Wy", 4},
		{"a variable under a lock", "t0: lock(l0) Wx unlock(l0); t1: lock(l0) Rx unlock(l0)", 6},
		{"a variable not always under it", "t0: lock(l0) Wx unlock(l0); t1: lock(l0) Rx unlock(l0); t2: Rx", 6},
		{"a lock under a lock", "t0: lock(l0) lock(l1) Wx unlock(l1) unlock(l0); t1: lock(l0) lock(l1) Wx unlock(l1) unlock(l0)", 10},
		{"a lock of one task", "t0: lock(l0) Wx unlock(l0) Wx; t1: Wx", 6},
		{"a lock that is also tried", "t0: lock(l0) unlock(l0); t1: trylock(l0)", 4},
		{"a variable that is handed over", "chan c0=1; t0: Wx send(c0,1); t1: recv(c0) Wx", 6},
		{"a variable that somebody waits for", "t0: Wx; t1: await(x)", 4},
		{"updates that commute, of several tasks", "t0: x++; t1: x++", 4},
		{"goroutines of goroutines, of which some do nothing", "main: go(t1) go(t2); t1: go(t3) go(t4); t2: Wx; t3: Wx; t4:", 8},
		{"one that is started between other steps", "main: Wx go(t1) Wx go(t2) Wx; t1: Wx; t2: Wx", 4},
	} {
		p := lang.MustParse(c.text)
		folded, ok := engine.Fold(p)
		if !ok || folded != c.folded {
			t.Errorf("%s: %d steps are folded (%v), want %d: %s", c.what, folded, ok, c.folded, c.text)
		}
	}
}

// TestFoldVoid has programs of which too much is assumed at first.
func TestFoldVoid(t *testing.T) {
	defer trial.FoldAtOnce()()
	for _, c := range []struct {
		what, text string
		restarts   int
	}{
		{"what was assumed holds", "t0: Wx Wy; t1: Wy", 1},
		{"a task that waits for itself", "t0: lock(l0) lock(l0); t1: Wx", 2},
		{"a failure, which a rehearsal meets", "t0: unlock(l0); t1: Wx", 0},
		{"a loop of folded steps", "t0: loop2000{Wx} Wy; t1: Wy", 2},
		{"an access that is rare", "t0: choose(1000) if==999{Wx} Wz; t1: Wx Wz", 2},
		{"a handler", "t0: post(m0,h0) Wx; m0: Wx", 0},
	} {
		p := lang.MustParse(c.text)
		restarts := 0
		res, err := explore.Run(p, checker.Options{KeepGoing: true, OnRestart: func() { restarts++ }})
		if err != nil {
			t.Fatal(err)
		}
		want, err := explore.Run(p, checker.Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		if restarts != c.restarts {
			t.Errorf("%s: %d restarts, want %d", c.what, restarts, c.restarts)
		}
		if !res.Exhaustive || res.Executions != want.Executions || res.Events != want.Events || res.Deadlocks != want.Deadlocks || res.Failing != want.Failing {
			t.Errorf("%s: folded %+v, want %+v", c.what, res, want)
		}
	}
}

// TestFoldFails: what fails in a rehearsal is reported, however the exploration ends.
func TestFoldFails(t *testing.T) {
	defer trial.FoldAtOnce()()
	p := lang.MustParse("t0: wx; t1: rx assert==0; t2: wy wz; t3: wy wz; t4: wy wz")
	for _, goOn := range []bool{false, true} {
		res, err := explore.Run(p, checker.Options{KeepGoing: goOn, Executions: 3, OnRestart: func() { t.Error("begins anew") }})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Failures) != 1 {
			t.Fatalf("%+v", res)
		}
		again := explore.Replay(p, res.Failures[0].Decisions, checker.Options{}, nil)
		if again.Outcome.Failure == nil || again.Diverged >= 0 {
			t.Errorf("its schedule does not fail: %+v", again)
		}
	}
}
