package runtime

import (
	"fmt"
	"runtime"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/wire"
)

// A program is written as the rewriter would leave it. It runs under control,
// and natively too, where its entry points perform the plain operations. It
// reports what it saw through out; the order of reports does not count.
type program func(s Site, out func(format string, args ...any))

// spec is what a program may come to.
type spec struct {
	// outcomes are the reports, sorted and joined by blanks; after them, if
	// the execution fails, " !" and the kind of the failure.
	outcomes []string
	// native asks for native runs as well, whose outcomes must be among
	// outcomes. Not for programs that may block or crash.
	native bool
	free   bool // under -time=free
	pause  time.Duration
}

// check demands that exploration finds exactly the outcomes of the spec, and
// closure each trace that dfs meets, once.
func check(t *testing.T, p program, want spec) {
	t.Helper()
	s := testSites(t, "x", "y", "z", "u", "v", "w")
	sort.Strings(want.outcomes)
	traces := 0 // as the oracle tells them apart in the executions of dfs
	for _, algorithm := range []string{"dfs", "closure", "closure" + repeating} {
		got, res, seen := outcomes(t, algorithm, Settings{Races: RacesOff, FreeTime: want.free, Pause: want.pause}, s, p)
		if g, w := strings.Join(got, "\n"), strings.Join(want.outcomes, "\n"); g != w {
			t.Errorf("%s: %d executions have the outcomes\n%s\nwant\n%s", algorithm, res.Executions, g, w)
		}
		if !res.Exhaustive || res.Blocked != 0 || res.Truncated != 0 {
			t.Errorf("%s: %+v", algorithm, res)
		}
		switch {
		case algorithm == "dfs":
			traces = seen
		case res.Executions != int64(traces) || seen != traces:
			t.Errorf("%s: %d executions of %d traces, out of %d", algorithm, res.Executions, seen, traces)
		}
	}
	if want.native {
		native(t, s, p, want.outcomes)
	}
}

// traced is a program that tells the traces of its executions apart.
type traced struct {
	checker.Program
	in   *oracle.Interner
	seen map[string]bool
	last string // of the last execution
}

func (p *traced) Run(s checker.Scheduler) checker.Outcome {
	if p.seen == nil {
		return p.Program.Run(s)
	}
	w := &tracer{Scheduler: s, trace: oracle.NewTrace(p.in)}
	out := p.Program.Run(w)
	p.last = w.trace.Key()
	p.seen[p.last] = true
	return out
}

type tracer struct {
	checker.Scheduler
	trace *oracle.Trace
}

func (w *tracer) Did(st checker.State, ev *checker.Event) {
	w.trace = w.trace.Extend(st, ev)
	w.Scheduler.Did(st, ev)
}

// repeating after the name of an algorithm has the program make beginnings of
// executions again without the scheduler, which nobody can watch.
const repeating = ", repeating"

func watched(x *Execution, algorithm string) (w *traced, name string) {
	name, unseen := strings.CutSuffix(algorithm, repeating)
	w = &traced{x, oracle.NewInterner(), make(map[string]bool), ""}
	if unseen {
		w.seen = nil
	}
	return w, name
}

// traces is how many traces the executions have that res is of, or, where nobody has
// watched them, how many these were.
func (p *traced) traces(res *checker.Result) int {
	if p.seen == nil {
		return int(res.Executions)
	}
	return len(p.seen)
}

// outcomes explores a program and returns its outcomes, sorted, and the number
// of its traces.
func outcomes(t *testing.T, algorithm string, set Settings, s Site, p program) ([]string, *checker.Result, int) {
	t.Helper()
	return outcomesWithin(t, 0, algorithm, set, s, p)
}

// outcomesWithin is outcomes within so many executions; 0: all.
func outcomesWithin(t *testing.T, executions int64, algorithm string, set Settings, s Site, p program) ([]string, *checker.Result, int) {
	t.Helper()
	var reports []string
	body := func() {
		reports = nil
		p(s, func(format string, args ...any) { reports = append(reports, fmt.Sprintf(format, args...)) })
	}
	found := make(map[string]bool)
	x := newExecution(among(set), body)
	defer x.Release()
	w, algorithm := watched(x, algorithm)
	begins := true
	options := checker.Options{
		Algorithm: algorithm, KeepGoing: true, Executions: executions, Steps: 1000, Pauses: set.Pause > 0,
		OnExecution: func(p *checker.Progress) bool {
			if begins = x.Known.matters&^x.Known.Ends&^wire.Ends != 0 && x.BeginAgain(); begins {
				return false
			}
			sort.Strings(reports)
			o := strings.Join(reports, " ")
			if f := p.Outcome.Failure; f != nil {
				o = strings.TrimSpace(o + " !" + f.Kind)
			}
			found[o] = true
			return true
		},
	}
	var res *checker.Result
	for begins {
		clear(w.seen)
		var err error
		if res, err = explore.Run(w, options); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for o := range found {
		got = append(got, o)
	}
	sort.Strings(got)
	return got, res, w.traces(res)
}

// native runs a program without control and compares.
func native(t *testing.T, s Site, p program, allowed []string) {
	t.Helper()
	runs := longtest.N(300, 2000)
	for i := range runs {
		var (
			mu      sync.Mutex
			reports []string
		)
		p(s, func(format string, args ...any) {
			mu.Lock()
			defer mu.Unlock()
			reports = append(reports, fmt.Sprintf(format, args...))
			if i%2 == 0 {
				runtime.Gosched()
			}
		})
		mu.Lock()
		sort.Strings(reports)
		o := strings.Join(reports, " ")
		mu.Unlock()
		found := false
		for _, a := range allowed {
			found = found || a == o
		}
		if !found {
			t.Errorf("natively it came to %q, which control does not know", o)
			return
		}
	}
}
