package checker_test

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
)

var (
	campaign       = flag.Int("campaign", 25, "random programs a kind")
	campaignKinds  = flag.String("campaign.kinds", "", "only kinds that match the regular expression")
	campaignAlgo   = flag.String("campaign.algo", "auto", "algorithm that explores")
	campaignSeed   = flag.Int64("campaign.seed", 1, "seed of the first program; the n-th has seed+n")
	campaignSize   = flag.Int("campaign.size", 0, "size of programs; 0: those of the kind, in turn")
	campaignLimit  = flag.Int("campaign.limit", 20000, "states above which a program is skipped")
	campaignMemory = flag.Int64("campaign.memory", 0, "bound of closure's store in bytes: then traces may be explored twice")
	campaignFails  = flag.Int("campaign.fails", 1, "failing programs a kind after which to stop")
)

// tally counts what a campaign covered.
type tally struct {
	programs, skipped, traces, deadlocks, most int
	redundant                                  int64
}

func (a *tally) add(b tally) {
	a.programs += b.programs
	a.skipped += b.skipped
	a.traces += b.traces
	a.deadlocks += b.deadlocks
	a.redundant += b.redundant
	a.most = max(a.most, b.most)
}

func (a tally) String() string {
	return fmt.Sprintf("%d programs (%d more skipped), %d traces (at most %d), %d deadlocks, %d redundant executions",
		a.programs, a.skipped, a.traces, a.most, a.deadlocks, a.redundant)
}

// agrees demands that an algorithm explores the traces of the program that
// the oracle finds, each once unless it is dfs or its memory is bounded, and
// all outcomes.
func agrees(p *lang.Program, algorithm string, limit int, sum *tally) error {
	want, err := oracle.Count(p, limit)
	if errors.Is(err, oracle.ErrLimit) {
		sum.skipped++
		return nil
	}
	got := map[string]int{}
	outcomes := map[string]bool{}
	var bad error
	once := algorithm != "dfs" && *campaignMemory == 0
	o := checker.Options{Algorithm: algorithm, KeepGoing: true, Memory: *campaignMemory}
	o.OnExecution = func(pr *checker.Progress) bool {
		key, observed, maximal := want.Key(pr.Decisions)
		got[key]++
		switch {
		case !maximal:
			bad = fmt.Errorf("execution ended before its end: %s", lang.Schedule(p, pr.Decisions))
		case want.Traces[key] == nil:
			bad = fmt.Errorf("trace unknown to the oracle: %s", lang.Schedule(p, pr.Decisions))
		case once && got[key] > 1:
			bad = fmt.Errorf("trace explored twice (execution %d): %s", pr.Executions, lang.Schedule(p, pr.Decisions))
		case observed != pr.Outcome.Observed:
			bad = fmt.Errorf("execution observed %s, its replay %s", pr.Outcome.Observed, observed)
		}
		outcomes[pr.Outcome.Observed] = true
		return bad == nil
	}
	if algorithm == "dfs" {
		o.Executions = 2000
	}
	res, err := checker.Explore(p, o)
	switch {
	case err != nil:
		return err
	case bad != nil:
		return bad
	case res.Bound == "executions":
		sum.skipped++
		return nil
	case !res.Exhaustive:
		return fmt.Errorf("not exhaustive: bound %s", res.Bound)
	case algorithm != "dfs" && res.Blocked > 0:
		return fmt.Errorf("%d blocked explorations", res.Blocked)
	}
	for key, ds := range want.Traces {
		if got[key] == 0 {
			return fmt.Errorf("missed %d of %d traces, such as: %s", len(want.Traces)-len(got), len(want.Traces), lang.Schedule(p, ds))
		}
	}
	for o := range want.Outcomes {
		if !outcomes[o] {
			return fmt.Errorf("outcome missed: %s", o)
		}
	}
	if once && res.Deadlocks != int64(want.Deadlocks) {
		return fmt.Errorf("%d deadlocks, want %d", res.Deadlocks, want.Deadlocks)
	}
	sum.redundant += res.Redundant
	sum.add(tally{programs: 1, traces: len(want.Traces), deadlocks: want.Deadlocks, most: len(want.Traces)})
	return nil
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
//	go test ./checker -run Campaign -campaign=20000 -timeout=0 -v
func TestCampaign(t *testing.T) {
	only, err := regexp.Compile(*campaignKinds)
	if err != nil {
		t.Fatal(err)
	}
	var total tally
	start := time.Now()
	for _, k := range gen.Kinds {
		if !only.MatchString(k.Name) {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			var sum tally
			fails := 0
			for i := range *campaign {
				seed := *campaignSeed + int64(i)
				size := *campaignSize
				if size == 0 {
					size = k.Size(i)
				}
				p := k.Program(gen.Seeded(seed), size)
				err := guarded(p, *campaignAlgo, *campaignLimit, &sum)
				if err == nil {
					continue
				}
				small := gen.Shrink(p, func(q *lang.Program) bool {
					return guarded(q, *campaignAlgo, *campaignLimit, &tally{}) != nil
				})
				t.Errorf("seed %d: %v\nsmallest: %s\n%v", seed, err, small, guarded(small, *campaignAlgo, *campaignLimit, &tally{}))
				if fails++; fails >= *campaignFails {
					break
				}
			}
			total.add(sum)
			t.Logf("%v", sum)
		})
	}
	t.Logf("in all %v, %v", total, time.Since(start).Round(time.Second))
}
