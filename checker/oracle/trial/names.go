package trial

import (
	"errors"
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle"
)

// UpToNames counts what AgreeUpToNames covered.
type UpToNames struct {
	Programs, Fewer, Apart, Skipped int // Fewer: of them with fewer executions than traces; Apart: with tasks told apart
	Traces, Executions              int64
}

// Add adds what another one covered.
func (a *UpToNames) Add(b UpToNames) {
	a.Programs += b.Programs
	a.Fewer += b.Fewer
	a.Apart += b.Apart
	a.Skipped += b.Skipped
	a.Traces += b.Traces
	a.Executions += b.Executions
}

// AgreesUpToNames demands that of the traces that differ in the names of tasks that are alike, by
// the oracle, one is explored (once: exactly one), deadlocks among them.
func AgreesUpToNames(p *lang.Program, limit int, once bool, sum *UpToNames) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	want, err := oracle.Count(p, limit)
	if errors.Is(err, oracle.ErrLimit) {
		sum.Skipped++
		return nil
	}
	var got map[string][]checker.Decision
	var twice, bad error
	begin := func() { got, twice = map[string][]checker.Decision{}, nil }
	begin()
	o := checker.Options{Symmetry: true, KeepGoing: true, OnRestart: begin, Memory: *Memory}
	o.OnExecution = func(pr *checker.Progress) bool {
		key, _, maximal := want.Key(pr.Decisions)
		if !maximal || want.Traces[key] == nil {
			bad = fmt.Errorf("no maximal execution: %s", lang.Schedule(p, pr.Decisions))
		}
		if got[key] != nil {
			twice = fmt.Errorf("explored twice: %s", lang.Schedule(p, pr.Decisions))
		}
		got[key] = append([]checker.Decision(nil), pr.Decisions...)
		return bad == nil && pr.Executions < 100+4*int64(len(want.Traces))
	}
	res, err := explore.Run(Renumbered{p}, o)
	if err == nil {
		err = bad
	}
	if err == nil && res.Bound == "searches" { // closure's own, with names or without
		sum.Skipped++
		return nil
	}
	if err == nil && !res.Exhaustive {
		err = fmt.Errorf("not exhaustive: %s", res.Bound)
	}
	if err != nil {
		return err
	}
	orbits, err := want.Orbits(res.Apart)
	if err != nil {
		return err
	}
	explored := map[string][]checker.Decision{}
	for key, ds := range got {
		of := orbits[key]
		if other := explored[of]; other != nil && twice == nil {
			twice = fmt.Errorf("explored under two names: %s and %s", lang.Schedule(p, other), lang.Schedule(p, ds))
		}
		explored[of] = ds
	}
	for key, of := range orbits {
		if explored[of] == nil {
			return fmt.Errorf("missed under all names: %s (%d traces, %d explored, %v apart)", lang.Schedule(p, want.Traces[key]), len(want.Traces), len(got), res.Apart)
		}
	}
	if twice != nil && once && *Memory == 0 {
		return fmt.Errorf("%w (%v apart)", twice, res.Apart)
	}
	blocked := map[string]bool{}
	for key, of := range orbits {
		blocked[of] = blocked[of] || blocks(p, want.Traces[key])
	}
	deadlocks := int64(0)
	for of := range explored {
		if blocked[of] {
			deadlocks++
		}
	}
	if res.Deadlocks != deadlocks && twice == nil {
		return fmt.Errorf("%d deadlocks, want %d", res.Deadlocks, deadlocks)
	}
	sum.Add(UpToNames{Programs: 1, Traces: int64(len(want.Traces)), Executions: res.Executions})
	if res.Executions < int64(len(want.Traces)) {
		sum.Fewer++
	}
	if len(res.Apart) > 0 {
		sum.Apart++
	}
	return nil
}

// blocks says whether some task is blocked at the end of an execution.
func blocks(p *lang.Program, ds []checker.Decision) bool {
	m := lang.NewMachine(p)
	for _, d := range ds {
		m.Step(d)
	}
	return m.Blocked()
}
