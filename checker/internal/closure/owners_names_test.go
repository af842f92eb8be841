package closure_test

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// orbits says of each trace of a program, by its schedules in names of tasks, which one it is but
// for names.
type orbits struct {
	program *lang.Program
	traces  *oracle.Result
	of      map[string]string
}

// one demands that of each orbit one trace has been counted, by whichever owner: or more, if the
// search for names gives up.
func (o *orbits) one(v *division, once bool) error {
	counted := map[string]int{}
	for _, w := range v.owners {
		for _, ds := range w.made {
			key, _, maximal := o.traces.Key(w.in(o.program, ds))
			if !maximal || o.of[key] == "" {
				return fmt.Errorf("owner %d has no maximal execution: %v", w.as, ds)
			}
			if counted[o.of[key]]++; once && counted[o.of[key]] > 1 {
				return fmt.Errorf("owner %d has counted a trace that was counted under other names: %v", w.as, ds)
			}
		}
	}
	for key, of := range o.of {
		if counted[of] == 0 {
			return fmt.Errorf("missed under all names: %s", lang.Schedule(o.program, o.traces.Traces[key]))
		}
	}
	return nil
}

// in is an execution of the owner's, in the numbers that tasks have in p.
func (w *owner) in(p *lang.Program, ds []checker.Decision) []checker.Decision {
	there := slices.Clone(ds)
	for i := range there {
		for _, t := range []*checker.Task{&there[i].Task, &there[i].Partner} {
			if *t != checker.NoTask {
				*t = p.TaskNamed(w.program.TaskName(*t))
			}
		}
	}
	return there
}

// givesUp says whether an owner has: then one process explores the test.
func (v *division) givesUp() bool {
	return slices.ContainsFunc(v.owners, func(w *owner) bool { return w.res != nil && w.res.Bound == "divided" })
}

// TestDividedNames divides explorations of random programs up to the names of tasks that are alike,
// as TestDividedRandom does, and demands that of the traces that differ in names one is counted, by
// one of the owners.
func TestDividedNames(t *testing.T) {
	var sum dividedNames
	for _, k := range gen.Kinds {
		if strings.HasPrefix(k.Name, "pauses") || strings.HasPrefix(k.Name, "faults") {
			continue // the option has no effect
		}
		for i := range max(longtest.N(1, 4), *trial.Programs/5) {
			sum.divide(t, int64(i), true, func(r gen.Source) *lang.Program { return gen.Alike(k.Program(r, 1+i%3), r) })
		}
	}
	for i := range max(longtest.N(40, 150), *trial.Programs) {
		sum.divide(t, int64(i), true, crowd)
	}
	t.Logf("%+v", sum)
	if sum.Fewer < 15 || sum.Letters == 0 || sum.Deaths == 0 {
		t.Error("nothing is tested")
	}
}

// TestDividedNamesGivenUp: if the search for names gives up nearly always, nothing is missed.
func TestDividedNamesGivenUp(t *testing.T) {
	defer trial.SetNameSteps(6)()
	var sum dividedNames
	for i := range max(longtest.N(20, 40), *trial.Programs/5) {
		sum.divide(t, int64(i), false, crowd)
	}
	t.Logf("%+v", sum)
	if sum.Letters == 0 {
		t.Error("nothing is tested")
	}
}

// crowd is a program of some groups of tasks that are alike.
func crowd(r gen.Source) *lang.Program {
	steps := []string{"rx", "ry", "wx", "wy", "x++", "rx $0=$0+1 wx$0", "cas(y,0,1)", "cas(x,0,1) if==1{wy}", "lock(l0) unlock(l0)",
		"lock(l0) rx wx2 unlock(l0)", "choose(2) if==1{wx}", "go(c)", "rx if==0{wy2}", "send(c0,1)", "recv(c0)"}
	text := "chan c0=" + fmt.Sprint(r(3)) + "; var x y; main:"
	bodies := ""
	for _, name := range "abd"[:1+r(3)] {
		text += strings.Repeat(fmt.Sprintf(" go(%c)", name), 1+r(3))
		bodies += fmt.Sprintf("; %c:", name)
		for range 1 + r(3) {
			bodies += " " + steps[r(len(steps))]
		}
	}
	return lang.MustParse(text + "; c: wx" + bodies)
}

// dividedNames sums up what was tested.
type dividedNames struct {
	Programs, Fewer, Anew int // Fewer: with fewer executions than traces
	divisionSums
}

func (sum *dividedNames) divide(t *testing.T, n int64, once bool, make func(gen.Source) *lang.Program) {
	seed := *trial.Seed + n
	program := func() *lang.Program { return make(gen.Seeded(seed)) }
	names := &orbits{program: program()}
	var err error
	if names.traces, err = oracle.Count(names.program, *trial.Limit/5); err != nil {
		return // it is too large
	}
	o := checker.Options{Algorithm: []string{"closure", "auto"}[n%2], Symmetry: true, KeepGoing: true, OnRestart: func() {}}
	want, err := explore.Run(trial.Renumbered{Program: program()}, o)
	if err != nil {
		t.Fatal(err)
	}
	if !want.Exhaustive || !want.UpToNames || want.Failing > 0 || want.Executions < 3 {
		return
	}
	names.of, err = names.traces.Orbits(want.Apart)
	r := rand.New(rand.NewSource(seed))
	v := &division{program: program, o: o}
	undo := func() {}
	if r.Intn(2) == 0 {
		most := 1 + r.Intn(12)
		undo = closure.SetSets(1+r.Intn(most), most)
	}
	if err == nil {
		err = v.run(2+r.Intn(4), 3+r.Intn(12), r.Intn(3), r)
	}
	undo()
	if errors.Is(err, errEnded) && len(want.Apart) > 0 && v.givesUp() {
		sum.Anew++ // somebody was told apart late
		return
	}
	if err == nil {
		err = names.one(v, once)
	}
	if err == nil && once {
		err = v.adds(want)
	}
	if err != nil {
		t.Errorf("seed %d, %s: %v\n%s", seed, o.Algorithm, err, names.program)
		return
	}
	if len(v.owners) > 1 {
		sum.Programs++
		if want.Executions < int64(len(names.of)) {
			sum.Fewer++
		}
	}
	sum.add(&v.sums)
}

// TestDividedNamesTurns divides explorations up to names among owners that take turns, as
// TestDivided does.
func TestDividedNamesTurns(t *testing.T) {
	for _, c := range []struct {
		text       string
		executions int64
	}{
		{"main:" + strings.Repeat(" go(w)", 5) + "; w: loop2{lock(l0) unlock(l0)}", 945},
		{"main:" + strings.Repeat(" go(w)", 3) + "; w: loop3{lock(l0) unlock(l0)}", 280},
		{"var x; main:" + strings.Repeat(" go(w)", 5) + "; w: rx $0=$0+1 wx$0", 120},
	} {
		program := func() *lang.Program { return lang.MustParse(c.text) }
		o := checker.Options{Symmetry: true, KeepGoing: true, OnRestart: func() {}}
		want, err := explore.Run(program(), o)
		if err != nil || want.Executions != c.executions || !want.UpToNames {
			t.Errorf("%s: %+v, %v, want %d executions", c.text, want, err, c.executions)
			continue
		}
		for _, most := range []int{2, 4} {
			v := &division{program: program, o: o}
			if err := v.turns(most, want.Executions/20); err != nil {
				t.Fatal(err)
			}
			if err := v.adds(want); err != nil {
				t.Errorf("%s by %d: %v", c.text, most, err)
				continue
			}
			runs := int64(0)
			for _, w := range v.owners {
				runs += w.runs
			}
			fast := float64(want.Executions) / float64(v.sums.Rounds)
			if fast < 0.65*float64(most) {
				t.Errorf("%s: %d owners that take turns are only %.2f times as fast as one", c.text, most, fast)
			}
			t.Logf("%s by %d: %.2f times as fast, %d executions again, %+v", c.text, most, fast, runs-want.Executions, v.sums)
		}
	}
}
