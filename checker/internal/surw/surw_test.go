package surw_test

import (
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// found is after how many executions the failure of a program is found, the median over seeds.
func found(t *testing.T, p *lang.Program, algorithm string, most int64) int64 {
	t.Helper()
	var all []int64
	for seed := range uint64(9) {
		res := trial.MustRun(t, p, checker.Options{Algorithm: algorithm, Seed: seed, Executions: most})
		at := most + 1
		if len(res.Failures) > 0 {
			at = res.Failures[0].Execution
		}
		all = append(all, at)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// TestUniform: where what fails depends on the orders of the operations on one object, these are
// equally probable. To pos it becomes rarer with each further task that writes: it is rare that the
// reader's first score is among the best and its second one, too.
func TestUniform(t *testing.T) {
	p := lang.MustParse(reorder(9))
	if n := found(t, p, "surw", 1000); n > 60 {
		t.Errorf("surw: %d executions", n)
	}
	if n := found(t, p, "pos", 400); n < 200 {
		t.Errorf("pos: %d executions: the program shows nothing", n)
	}
}

// reorder is a program in which a reader has to come between the two writes of the first of n
// writers.
func reorder(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("t" + string(rune('a'+i)) + ": wx1 wy1; ")
	}
	return b.String() + "tz: rx>1 ry>2 if$1==1{assert$2==1}"
}

// TestChildren: what a task will create counts as its own. Else the creator of most operations
// would come late too often.
func TestChildren(t *testing.T) {
	p := lang.MustParse("main: go(a) go(b); a: go(c) join(0); b: rx assert<6; c: x++ x++ x++ x++ x++ x++")
	if n := found(t, p, "surw", 1000); n > 40 {
		t.Errorf("surw: %d executions", n)
	}
}
