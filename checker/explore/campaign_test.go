package explore_test

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/internal/longtest"
)

var (
	campaign       = flag.Int("campaign", longtest.N(4, 25), "random programs a kind")
	campaignKinds  = flag.String("campaign.kinds", "", "only kinds that match the regular expression")
	campaignAlgo   = flag.String("campaign.algo", "auto", "algorithm that explores")
	campaignSeed   = flag.Int64("campaign.seed", 1, "seed of the first program; the n-th has seed+n")
	campaignSize   = flag.Int("campaign.size", 0, "size of programs; 0: those of the kind, in turn")
	campaignLimit  = flag.Int("campaign.limit", longtest.N(5000, 20000), "states above which a program is skipped")
	campaignMemory = flag.Int64("campaign.memory", 0, "bound of closure's store in bytes: then traces may be explored twice")
	campaignFold   = flag.Bool("campaign.fold", false, "fold steps wherever it can be done")
	campaignFails  = flag.Int("campaign.fails", 1, "failing programs a kind after which to stop")
)

// tally counts what a campaign covered.
type tally struct {
	programs, skipped, refused, traces, deadlocks, most int
	redundant                                           int64
	restarts                                            int
}

func (a *tally) add(b tally) {
	a.programs += b.programs
	a.skipped += b.skipped
	a.refused += b.refused
	a.traces += b.traces
	a.deadlocks += b.deadlocks
	a.redundant += b.redundant
	a.restarts += b.restarts
	a.most = max(a.most, b.most)
}

func (a tally) String() string {
	return fmt.Sprintf("%d programs (%d more skipped, %d refused), %d traces (at most %d), %d deadlocks, %d redundant executions, %d restarts",
		a.programs, a.skipped, a.refused, a.traces, a.most, a.deadlocks, a.redundant, a.restarts)
}

// promise is what an algorithm is held to. All promise that no trace and no
// outcome is missed.
type promise struct {
	serial     bool  // its traces are those in which handlers are locks
	once       bool  // no trace is executed twice
	straight   bool  // the same of programs that do not branch
	unblocked  bool  // nothing is begun in vain
	readers    bool  // but where readersDecide
	covers     bool  // what em promises instead: see oracle.CountApart and covered
	executions int64 // programs for which it needs more are skipped; 0: none are
}

// impatience divides promise.executions.
var impatience int64 = 1

// promises by algorithm.
var promises = map[string]promise{
	"auto":         {once: true, unblocked: true},
	"closure":      {once: true, unblocked: true},
	"revisit":      {once: true, unblocked: true},
	"dfs":          {executions: 2000},
	"bounded":      {executions: 5000},
	"event":        {straight: true},
	"em":           {covers: true, executions: 20000},
	"dpor":         {serial: true},
	"dpor-nosleep": {serial: true, executions: 20000},
	"optimal":      {serial: true, once: true, unblocked: true, readers: true},
	"source":       {serial: true},
	"r4":           {executions: 2000},
}

// TestPromises: every algorithm is held to something. What samples promises to reach all in the end
// (TestSamplersReach).
func TestPromises(t *testing.T) {
	for _, a := range explore.Algorithms() {
		if _, ok := promises[a.Name]; ok == a.Samples {
			t.Errorf("%s: samples %t, has a promise %t", a.Name, a.Samples, ok)
		}
	}
}

// counted is what the oracle says of a program: several algorithms ask in turn.
var counted struct {
	p     *lang.Program
	limit int
	all   [3]*oracle.Result // as oracle.Count, CountSerial and CountApart have it
	err   [3]error
}

// traces asks the oracle for the traces that the algorithm is held to.
func (pr promise) traces(p *lang.Program, limit int) (*oracle.Result, error) {
	if counted.p != p || counted.limit != limit {
		counted.p, counted.limit = p, limit
		counted.all, counted.err = [3]*oracle.Result{}, [3]error{}
	}
	i, count := 0, oracle.Count
	switch {
	case pr.serial:
		i, count = 1, oracle.CountSerial
	case pr.covers:
		i, count = 2, oracle.CountApart
	}
	if counted.all[i] == nil && counted.err[i] == nil {
		counted.all[i], counted.err[i] = count(p, limit)
	}
	return counted.all[i], counted.err[i]
}

// most is a number of executions or of programs in the quick tests and in the long ones.
func most(quick, long int) int64 { return int64(longtest.N(quick, long)) }

// agrees demands that an algorithm explores the traces of the program that
// the oracle finds, all outcomes, and keeps its promise.
func agrees(p *lang.Program, algorithm string, limit int, sum *tally) error {
	promise, ok := promises[algorithm]
	if !ok {
		return fmt.Errorf("nothing is known of algorithm %q", algorithm)
	}
	want, err := promise.traces(p, limit)
	if errors.Is(err, oracle.ErrLimit) {
		sum.skipped++
		return nil
	}
	got := map[string]int{}
	outcomes := map[string]bool{}
	explored := map[string][]checker.Decision{} // covers only
	// twice is what a program that is refused is not blamed for.
	var bad, twice error
	once := (promise.once || promise.straight && straight(p)) && *campaignMemory == 0
	o := checker.Options{Algorithm: algorithm, KeepGoing: true, Memory: *campaignMemory}
	if *campaignFold {
		defer explore.FoldAtOnce()()
		o.OnRestart = func() {
			clear(got)
			clear(outcomes)
			clear(explored)
			sum.restarts++
		}
	}
	o.OnExecution = func(pr *checker.Progress) bool {
		key, observed, maximal := want.Key(pr.Decisions)
		got[key]++
		switch {
		case !maximal:
			bad = fmt.Errorf("execution ended before its end: %s", lang.Schedule(p, pr.Decisions))
		case want.Traces[key] == nil:
			bad = fmt.Errorf("trace unknown to the oracle: %s", lang.Schedule(p, pr.Decisions))
		case once && got[key] > 1 && twice == nil:
			twice = fmt.Errorf("trace explored twice (execution %d): %s", pr.Executions, lang.Schedule(p, pr.Decisions))
		case observed != pr.Outcome.Observed:
			bad = fmt.Errorf("execution observed %s, its replay %s", pr.Outcome.Observed, observed)
		}
		outcomes[pr.Outcome.Observed] = true
		if promise.covers && got[key] == 1 {
			explored[key] = slices.Clone(pr.Decisions)
		}
		return bad == nil && (twice == nil || pr.Executions < 100+4*int64(len(want.Traces)))
	}
	o.Executions = promise.executions / impatience
	res, err := explore.Run(renumbered{p}, o)
	switch {
	case err != nil:
		return err
	case bad != nil:
		return bad
	case res.Bound == "executions":
		sum.skipped++
		return nil
	case res.Refusal != nil:
		sum.refused++
		return nil
	case twice != nil:
		return twice
	case !res.Exhaustive:
		return fmt.Errorf("not exhaustive: bound %s", res.Bound)
	case promise.unblocked && res.Blocked > 0 && !(promise.readers && readersDecide(p)):
		return fmt.Errorf("%d blocked explorations", res.Blocked)
	}
	missed := 0
	for key, ds := range want.Traces {
		switch {
		case got[key] > 0:
		case promise.covers && covered(want, explored, ds):
			missed++
		default:
			return fmt.Errorf("missed %d of %d traces, such as: %s", len(want.Traces)-len(got), len(want.Traces), lang.Schedule(p, ds))
		}
	}
	for o := range want.Outcomes {
		if !outcomes[o] && missed == 0 {
			return fmt.Errorf("outcome missed: %s", o)
		}
	}
	if once && res.Deadlocks != int64(want.Deadlocks) {
		return fmt.Errorf("%d deadlocks, want %d", res.Deadlocks, want.Deadlocks)
	}
	sum.redundant += res.Executions - int64(len(got))
	sum.add(tally{programs: 1, traces: len(want.Traces), deadlocks: want.Deadlocks, most: len(want.Traces)})
	return nil
}

// straight says whether no body of the program branches, so that each makes the
// same accesses in every execution.
func straight(p *lang.Program) bool {
	for i := range p.Bodies {
		for _, s := range p.Bodies[i].Code {
			if s.Kind == lang.If || s.Kind == lang.CAS || s.Kind == lang.Loop || s.Kind == lang.Choose || s.Indexed {
				return false
			}
		}
	}
	return true
}

// readersDecide says whether steps have several accesses and some lock is tried by
// a writer and held by readers: TestOptimalInVain.
func readersDecide(p *lang.Program) bool {
	tried, read := map[int]bool{}, map[int]bool{}
	for i := range p.Bodies {
		for _, s := range p.Bodies[i].Code {
			switch {
			case s.Kind == lang.TryLock && s.RW:
				tried[s.Obj] = true
			case s.Kind == lang.RLock, s.Kind == lang.TryRLock:
				read[s.Obj] = true
			}
		}
	}
	for k := range tried {
		if p.Coarse && read[k] {
			return true
		}
	}
	return false
}

// guarded is agrees, with a panic of the algorithm as a failure.
func guarded(p *lang.Program, algorithm string, limit int, sum *tally) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return agrees(p, algorithm, limit, sum)
}

// TestCampaign compares an algorithm with the oracle on random programs of
// every kind. In full:
//
//	go test ./checker/explore -run Campaign -campaign=20000 -timeout=0 -v
func TestCampaign(t *testing.T) { campaigns(t, *campaign, *campaignAlgo) }

// TestCampaignAlgorithms does the same, on fewer programs, with every algorithm
// that auto does not stand for.
func TestCampaignAlgorithms(t *testing.T) {
	var names []string
	for name := range promises {
		if name != "auto" && name != *campaignAlgo {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	campaigns(t, max(1, *campaign/10), names...)
}

func campaigns(t *testing.T, programs int, algorithms ...string) {
	only, err := regexp.Compile(*campaignKinds)
	if err != nil {
		t.Fatal(err)
	}
	totals := map[string]*tally{}
	for _, name := range algorithms {
		totals[name] = &tally{}
	}
	impatience = most(4, 1)
	defer func() { impatience = 1 }()
	start := time.Now()
	for _, k := range gen.Kinds {
		if !only.MatchString(k.Name) {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			sums, fails := map[string]*tally{}, map[string]int{}
			for i := range programs {
				seed := *campaignSeed + int64(i)
				size := *campaignSize
				if size == 0 {
					size = k.Size(i)
				}
				p := k.Program(gen.Seeded(seed), size)
				for _, name := range algorithms {
					if fails[name] >= *campaignFails {
						continue
					}
					if sums[name] == nil {
						sums[name] = &tally{}
					}
					err := guarded(p, name, *campaignLimit, sums[name])
					if err == nil {
						continue
					}
					fails[name]++
					small := gen.Shrink(p, func(q *lang.Program) bool {
						return guarded(q, name, *campaignLimit, &tally{}) != nil
					})
					t.Errorf("%s, seed %d: %v\nsmallest: %s\n%v", name, seed, err, small, guarded(small, name, *campaignLimit, &tally{}))
				}
			}
			for _, name := range algorithms {
				t.Logf("%s: %v", name, *sums[name])
				totals[name].add(*sums[name])
			}
		})
	}
	for _, name := range algorithms {
		t.Logf("%s in all: %v", name, *totals[name])
		if *campaignKinds == "" && totals[name].programs == 0 {
			t.Errorf("%s is compared on no program", name)
		}
	}
	t.Logf("%v", time.Since(start).Round(time.Second))
}
