package explore_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// far are programs with failures that are far from the first execution: each thread goes on for
// long (~), and a search that changes the end of executions first does not come back to what
// went before. An exploration without searchers finds none of them within patience executions,
// and auto has to within so many.
var far = []struct {
	name, text string
	within     int64
}{
	{"late write", "t0: rx assert==0 ~; t1: wx ~; t2: ~", 30},
	{"two writes", "t0: rx if==1{ry assert==0} ~; t1: wx1 wx2 ~; t2: wy ~", 60},
	{"lost update", "t0: rx $1=$0+1 wx$1 ~; t1: x++ x++ ry if==0{rx assert>1} ~; t2: wy ~", 240},
	{"select", "chan c0=1 c1=1; t0: select{recv(c0){assert==0} recv(c1){}} ~; t1: send(c1,1) ~; t2: send(c0,1) ~", 60},
}

// patience is more executions than auto may need.
const patience = 250

// program is the program of a text of far.
func program(text string) *lang.Program {
	return lang.MustParse(strings.ReplaceAll(text, "~", strings.Repeat("wz ", 12)))
}

// TestAutoFinds demands that auto comes soon to what is far from its first execution, the same
// again and again, and that the schedule leads to the failure.
func TestAutoFinds(t *testing.T) {
	for _, c := range far {
		t.Run(c.name, func(t *testing.T) {
			p := program(c.text)
			if res := trial.MustRun(t, p, checker.Options{Algorithm: "closure", Executions: patience}); len(res.Failures) > 0 {
				t.Errorf("it is not far: execution %d", res.Failures[0].Execution)
			}
			var first *checker.Result
			for range 2 {
				res := trial.MustRun(t, p, checker.Options{Algorithm: "auto", Executions: 10 * patience})
				if len(res.Failures) != 1 || res.Failures[0].Execution > c.within || res.Failures[0].By == "" {
					t.Fatalf("no failure within %d executions: %+v", c.within, res)
				}
				f := &res.Failures[0]
				if again := explore.Replay(p, f.Decisions, checker.Options{}, nil); again.Diverged >= 0 || again.Outcome.Failure == nil || !again.Outcome.Failure.Same(&f.Failure) {
					t.Errorf("the schedule does not lead to the failure: %+v", again)
				}
				if first == nil {
					first = res
				} else if !reflect.DeepEqual(res, first) {
					t.Errorf("two explorations differ:\n%+v\n%+v", first, res)
				}
			}
		})
	}
}

// TestAutoFindsByClosure: so it does where auto is closure from the start.
func TestAutoFindsByClosure(t *testing.T) {
	finds := func(name, text string, within int64, o checker.Options) {
		o.Executions = 10 * patience
		res := trial.MustRun(t, program(text), o)
		if len(res.Failures) != 1 || res.Failures[0].Execution > within || res.Failures[0].By == "" {
			t.Errorf("%s: no failure within %d executions: %+v", name, within, res)
		}
		if res.Algorithm != "closure" {
			t.Errorf("%s: by %s", name, res.Algorithm)
		}
	}
	for _, c := range far {
		finds(c.name+" with pauses", c.text, c.within, checker.Options{Pauses: true})
	}
	finds("up to names", "var x z; main: go(r) go(r) go(w); r: rx assert==0 ~; w: wx ~", 60,
		checker.Options{Symmetry: true, OnRestart: func() {}})
}

// TestAutoFindsSoon: where executions are long, eight of them may be more than there is time for.
func TestAutoFindsSoon(t *testing.T) {
	p := lang.MustParse(strings.ReplaceAll("t0: rx assert==0 ~; t1: wx ~; t2: ~", "~", strings.Repeat("wz ", 1<<10)))
	res := trial.MustRun(t, p, checker.Options{Executions: 7})
	if len(res.Failures) != 1 || res.Failures[0].By == "" {
		t.Errorf("not by a searcher: %+v", res)
	}
}

// TestAutoOpens: the first execution beside an exploration is closure's second one, and comes once.
func TestAutoOpens(t *testing.T) {
	for _, c := range far {
		p := program(c.text)
		var want, got []checker.Decision
		trial.MustRun(t, p, checker.Options{Algorithm: "closure", Executions: 2, OnExecution: func(pr *checker.Progress) bool {
			want = slices.Clone(pr.Decisions)
			return true
		}})
		res := trial.MustRun(t, p, checker.Options{Executions: patience, KeepGoing: true, OnSampled: func(pr *checker.Progress) bool {
			if got == nil && pr.By == "closure" && pr.Number == pr.Executions+1 {
				got = slices.Clone(pr.Decisions)
			}
			return true
		}})
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s: want %v, first beside it was %v", c.name, want, got)
		}
		if len(res.Sampled) < 2 || res.Sampled[0] != (checker.Sampled{Algorithm: "closure", Executions: 1}) {
			t.Errorf("%s: want one execution of closure's: %v", c.name, res.Sampled)
		}
	}
}

// TestAutoFindsAll: with KeepGoing what searchers have found is booked at the end, unless the
// exploration has come to its end: then it has found it itself, and all counts are its own.
func TestAutoFindsAll(t *testing.T) {
	p := program(far[0].text)
	res := trial.MustRun(t, p, checker.Options{Executions: patience, KeepGoing: true})
	if len(res.Failures) != 1 || res.Failures[0].By == "" || res.Failing != 1 || res.Executions != patience || len(res.Sampled) == 0 {
		t.Errorf("of an exploration that has not ended: %+v", res)
	}
	p = lang.MustParse("t0: rx assert==0 wz wz wz; t1: wx wz wz wz")
	res = trial.MustRun(t, p, checker.Options{KeepGoing: true})
	alone := trial.MustRun(t, p, checker.Options{Algorithm: "revisit", KeepGoing: true})
	if !res.Exhaustive || len(res.Failures) != 1 || res.Failures[0].By != "" {
		t.Errorf("of an exploration that has ended: %+v", res)
	}
	if !reflect.DeepEqual(res, alone) {
		t.Errorf("searchers have changed what was explored:\n%+v\n%+v", res, alone)
	}
}

// TestAutoLeavesSmall: tests that end within a few executions are left alone.
func TestAutoLeavesSmall(t *testing.T) {
	for text, want := range map[string]bool{"t0: wx wx; t1: wx": false, "t0: wx wx wx; t1: wx wx wx": true} {
		sampled := false
		trial.MustRun(t, lang.MustParse(text), checker.Options{OnSampled: func(*checker.Progress) bool {
			sampled = true
			return true
		}})
		if sampled != want {
			t.Errorf("%s: sampled: %v", text, sampled)
		}
	}
}
