package trial

import (
	"errors"
	"flag"
	"fmt"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/internal/longtest"
)

var (
	Programs = flag.Int("campaign", longtest.N(4, 25), "random programs a kind")
	Kinds    = flag.String("campaign.kinds", "", "only kinds that match the regular expression")
	Algo     = flag.String("campaign.algo", "auto", "algorithm that explores")
	Seed     = flag.Int64("campaign.seed", 1, "seed of the first program; the n-th has seed+n")
	Size     = flag.Int("campaign.size", 0, "size of programs; 0: those of the kind, in turn")
	Limit    = flag.Int("campaign.limit", longtest.N(5000, 20000), "states above which a program is skipped")
	Memory   = flag.Int64("campaign.memory", 0, "bound of closure's store in bytes: then traces may be explored twice")
	Fold     = flag.Bool("campaign.fold", false, "fold steps wherever it can be done")
	Fails    = flag.Int("campaign.fails", 1, "failing programs a kind after which to stop")
)

// Tally counts what a campaign covered.
type Tally struct {
	Programs, skipped, Refused, Traces, deadlocks, most int
	Redundant                                           int64
	Restarts                                            int
}

// Add adds what another one covered.
func (a *Tally) Add(b Tally) {
	a.Programs += b.Programs
	a.skipped += b.skipped
	a.Refused += b.Refused
	a.Traces += b.Traces
	a.deadlocks += b.deadlocks
	a.Redundant += b.Redundant
	a.Restarts += b.Restarts
	a.most = max(a.most, b.most)
}

// String says what was covered.
func (a Tally) String() string {
	return fmt.Sprintf("%d programs (%d more skipped, %d refused), %d traces (at most %d), %d deadlocks, %d redundant executions, %d restarts",
		a.Programs, a.skipped, a.Refused, a.Traces, a.most, a.deadlocks, a.Redundant, a.Restarts)
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

// Impatience divides promise.executions.
var Impatience int64 = 1

// Promises by algorithm.
var Promises = map[string]promise{
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

// Most is a number of executions or of programs in the quick tests and in the long ones.
func Most(quick, long int) int64 { return int64(longtest.N(quick, long)) }

// Agrees demands that an algorithm explores the traces of the program that
// the oracle finds, all outcomes, and keeps its promise.
func Agrees(p *lang.Program, algorithm string, limit int, sum *Tally) error {
	promise, ok := Promises[algorithm]
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
	once := (promise.once || promise.straight && Straight(p)) && *Memory == 0
	o := checker.Options{Algorithm: algorithm, KeepGoing: true, Memory: *Memory, Pauses: p.Pause > 0, Faults: p.Faults > 0}
	if *Fold {
		defer FoldAtOnce()()
		o.OnRestart = func() {
			clear(got)
			clear(outcomes)
			clear(explored)
			sum.Restarts++
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
	for _, a := range explore.Algorithms() {
		if a.Name == algorithm && (o.Pauses && !a.Pauses || o.Faults && !a.Faults) {
			sum.Refused++
			return nil
		}
	}
	o.Executions = promise.executions / Impatience
	res, err := explore.Run(Renumbered{p}, o)
	switch {
	case err != nil:
		return err
	case bad != nil:
		return bad
	case res.Bound == "executions":
		sum.skipped++
		return nil
	case res.Refusal != nil:
		sum.Refused++
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
	sum.Redundant += res.Executions - int64(len(got))
	sum.Add(Tally{Programs: 1, Traces: len(want.Traces), deadlocks: want.Deadlocks, most: len(want.Traces)})
	return nil
}

// Straight says whether no body of the program branches, so that each makes the
// same accesses in every execution.
func Straight(p *lang.Program) bool {
	for i := range p.Bodies {
		for _, s := range p.Bodies[i].Code {
			if s.Kind == lang.If || s.Kind == lang.CAS || s.Kind == lang.Loop || s.Kind == lang.Choose || s.Kind == lang.Fault || s.Indexed {
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

// Guarded is agrees, with a panic of the algorithm as a failure.
func Guarded(p *lang.Program, algorithm string, limit int, sum *Tally) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return Agrees(p, algorithm, limit, sum)
}

// covered says whether a trace that em has not explored may be missing: some
// messages wait in it for ever behind one that is blocked, and an execution
// that em has explored contains it.
func covered(want *oracle.Result, explored map[string][]checker.Decision, ds []checker.Decision) bool {
	for _, long := range explored {
		if want.Covers(long, ds) {
			return true
		}
	}
	return false
}
