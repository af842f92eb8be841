package dfs_test

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/dfs"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// within enumerates, by brute force, the executions of a program that have at
// most so many preemptions or delays: the keys of their traces. It is written
// from the definitions (docs/bounds.md), apart from deviations.go, and clones
// states where that re-executes. ok is false if there are too many.
type within struct {
	p      *lang.Program
	delays bool
	limit  int
	want   *oracle.Result
	most   int

	traces map[string]bool
	paths  int
	path   []checker.Decision
}

// of says which tasks take part in a decision.
func of(m *lang.Machine, d checker.Decision) []checker.Task {
	k := m.Op(d.Task).Kind
	if (k == checker.Send || k == checker.Select) && d.Partner != checker.NoTask {
		return []checker.Task{d.Task, d.Partner}
	}
	return []checker.Task{d.Task}
}

func has(list []checker.Task, t checker.Task) bool {
	for _, x := range list {
		if x == t {
			return true
		}
	}
	return false
}

// walk goes on from m. running made the last step (or steps, in a rendezvous, the
// first of them being the one that is to go on), yield says that it yielded.
func (w *within) walk(m *lang.Machine, running []checker.Task, yield bool, used int) bool {
	tasks := append([]checker.Task(nil), m.Tasks()...)
	var all []checker.Decision
	for _, t := range tasks {
		all = m.Decisions(t, all)
	}
	if len(all) == 0 {
		key, _, _ := w.want.Key(w.path)
		w.traces[key] = true
		w.paths++
		return w.paths <= w.most
	}
	var able []checker.Task // in the scheduler's order, from the one whose turn it is
	start := 0
	for i, t := range tasks {
		if len(running) > 0 && t == running[0] {
			start = i
		}
	}
	for i := range tasks {
		t := tasks[(start+i)%len(tasks)]
		for _, d := range all {
			if has(of(m, d), t) && !has(able, t) {
				able = append(able, t)
			}
		}
	}
	if len(able) > 0 && len(running) > 0 && able[0] == running[0] && (yield || len(w.path)%128 == 0) {
		able = append(able[1:], able[0])
	}
	for _, d := range all {
		cost := 0
		if w.delays {
			for !has(of(m, d), able[cost]) {
				cost++
			}
		} else if !yield {
			could, does := false, false
			for _, t := range running {
				could = could || has(able, t)
				does = does || has(of(m, d), t)
			}
			if could && !does {
				cost = 1
			}
		}
		if used+cost > w.limit {
			continue
		}
		c := m.Clone()
		next := of(m, d)
		ev := c.Step(d)
		if len(next) == 2 && len(running) > 0 && next[1] == running[0] {
			next[0], next[1] = next[1], next[0]
		}
		w.path = append(w.path, d)
		ok := w.walk(c, next, ev.Kind == checker.Yield, used+cost)
		w.path = w.path[:len(w.path)-1]
		if !ok {
			return false
		}
	}
	return true
}

// deviates compares what bounded and dfs explore within a bound with brute force.
// It returns how many traces there are, -1 if too many executions.
func deviates(p *lang.Program, want *oracle.Result, delays bool, limit int) (traces int, all bool, err error) {
	w := &within{p: p, delays: delays, limit: limit, want: want, most: 1000, traces: map[string]bool{}}
	if !w.walk(lang.NewMachine(p), nil, false, 0) {
		return -1, false, nil
	}
	name, o := "preemptions", checker.Options{Preemptions: &limit}
	if delays {
		name, o = "delays", checker.Options{Delays: &limit}
	}
	for _, algorithm := range []string{"auto", "dfs"} {
		got := map[string]bool{}
		o := o
		o.Algorithm, o.KeepGoing = algorithm, true
		unknown := ""
		o.OnExecution = func(pr *checker.Progress) bool {
			key, _, maximal := want.Key(pr.Decisions)
			if !maximal || !w.traces[key] {
				unknown = lang.Schedule(p, pr.Decisions)
			}
			got[key] = true
			return unknown == ""
		}
		res, err := explore.Run(p, o)
		switch {
		case err != nil:
			return 0, false, err
		case unknown != "":
			return 0, false, fmt.Errorf("%s: not within the bound, by brute force: %s", algorithm, unknown)
		case len(got) != len(w.traces):
			return 0, false, fmt.Errorf("%s: %d traces, %d by brute force", algorithm, len(got), len(w.traces))
		case res.Exhaustive && len(got) != len(want.Traces):
			return 0, false, fmt.Errorf("%s: exhaustive, with %d traces of %d", algorithm, len(got), len(want.Traces))
		case !res.Exhaustive && res.Bound != name:
			return 0, false, fmt.Errorf("%s: bound %s, want %s", algorithm, res.Bound, name)
		case algorithm == "dfs" && res.Executions != int64(w.paths):
			return 0, false, fmt.Errorf("dfs: %d executions, %d by brute force", res.Executions, w.paths)
		case algorithm == "auto" && (res.Algorithm != "bounded" || res.Executions-res.Redundant != int64(len(got))):
			return 0, false, fmt.Errorf("%s: %d executions, %d redundant, but %d traces", res.Algorithm, res.Executions, res.Redundant, len(got))
		}
	}
	return len(w.traces), len(w.traces) == len(want.Traces), nil
}

// TestDeviations holds the exploration within bounds to brute force, on random
// programs of every kind.
func TestDeviations(t *testing.T) {
	dfs.BesideFrom(t, 2) // else few of these programs are large enough
	compared, skipped, cut, traces := 0, 0, 0, 0
	for _, k := range gen.Kinds {
		for i := range max(1, *trial.Programs/25) {
			seed := *trial.Seed + int64(i)
			size := *trial.Size
			if size == 0 {
				size = k.Size(i)
			}
			p := k.Program(gen.Seeded(seed), size)
			want, err := oracle.Count(p, longtest.N(100, 2000))
			if err != nil {
				skipped++
				continue
			}
			for limit := range 4 {
				for _, delays := range []bool{false, true} {
					n, all, err := deviates(p, want, delays, limit)
					if err != nil {
						again := err
						small := gen.Shrink(p, func(q *lang.Program) bool {
							want, err := oracle.Count(q, 2000)
							if err == nil {
								_, _, err = deviates(q, want, delays, limit)
								if err != nil {
									again = err
								}
								return err != nil
							}
							return false
						})
						t.Fatalf("%s, seed %d, limit %d, delays %v: %v\nsmallest: %s\n%v", k.Name, seed, limit, delays, err, small, again)
					}
					if n < 0 {
						skipped++
						continue
					}
					compared++
					traces += n
					if !all {
						cut++
					}
				}
			}
		}
	}
	t.Logf("%d programs and bounds (%d more skipped), %d traces; in %d cases the bound leaves out traces", compared, skipped, traces, cut)
	if compared == 0 || cut == 0 {
		t.Error("nothing was tested")
	}
}

func TestDeviationsKnown(t *testing.T) {
	for _, c := range []struct {
		text    string
		delays  bool
		limit   int
		traces  int64
		MustRun string // bound
	}{
		// Without preemptions one task follows the other.
		{"t0: wx wx; t1: wx wx", false, 0, 2, "preemptions"},
		{"t0: wx wx; t1: wx wx", false, 1, 4, "preemptions"},
		{"t0: wx wx; t1: wx wx", false, 9, 6, ""},
		// A task that blocks or yields is not preempted.
		{"t0: wx yield wx; t1: wx", false, 0, 3, "preemptions"},
		{"t0: wx send(c0,1) wx; t1: wx recv(c0) wx", false, 0, 4, "preemptions"},
		// Nor is a handler between two messages.
		{"main: post(m0,h0) post(m1,h0) post(m2,h0); m0: wx; m1: wx; m2: wx", false, 0, 6, "preemptions"},
		// One task after the other, in order; each delay lets one pass.
		{"t0: wx; t1: wx; t2: wx", true, 0, 1, "delays"},
		{"t0: wx; t1: wx; t2: wx", true, 1, 3, "delays"},
		{"t0: wx; t1: wx; t2: wx", true, 9, 6, ""},
	} {
		o := checker.Options{Preemptions: &c.limit, KeepGoing: true}
		if c.delays {
			o = checker.Options{Delays: &c.limit, KeepGoing: true}
		}
		res, err := explore.Run(lang.MustParse(c.text), o)
		if err != nil {
			t.Fatal(err)
		}
		if n := res.Executions - res.Redundant; n != c.traces || res.Bound != c.MustRun {
			t.Errorf("%s, at most %d, delays %v: %d traces, bound %q; want %d, %q", c.text, c.limit, c.delays, n, res.Bound, c.traces, c.MustRun)
		}
	}
}

// TestDeviationsRefused: an algorithm that would miss traces within the bound
// refuses it.
func TestDeviationsRefused(t *testing.T) {
	one, below := 1, -1
	for _, c := range []struct {
		o    checker.Options
		want string
	}{
		{checker.Options{Algorithm: "closure", Preemptions: &one}, "closure does not bound preemptions or delays: auto, dfs and bounded do"},
		{checker.Options{Algorithm: "random", Delays: &one, Executions: 1}, "random does not bound"},
		{checker.Options{Preemptions: &one, Delays: &one}, "one at a time"},
		{checker.Options{Preemptions: &below}, "below zero"},
	} {
		if _, err := explore.Run(lang.Writers(2), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, want %q", err, c.want)
		}
	}
}

// TestStatesForgotten: without memory for its states bounded finds the same.
func TestStatesForgotten(t *testing.T) {
	two := 2
	full, err := explore.Run(lang.Writers(3), checker.Options{Preemptions: &two})
	if err != nil {
		t.Fatal(err)
	}
	res, err := explore.Run(lang.Writers(3), checker.Options{Preemptions: &two, Memory: 1})
	if err != nil {
		t.Fatal(err)
	}
	if full.Executions-full.Redundant != res.Executions-res.Redundant || res.Blocked != 0 || full.Blocked == 0 {
		t.Errorf("with memory %+v\nwithout %+v", full, res)
	}
}
