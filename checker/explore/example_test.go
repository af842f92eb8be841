package explore_test

import (
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
)

// Two tasks take two locks in opposite orders. Of the three traces one is a deadlock; the decisions
// that lead to it are a schedule.
func ExampleRun() {
	p := lang.MustParse("a: lock(l0) lock(l1) unlock(l1) unlock(l0); b: lock(l1) lock(l0) unlock(l0) unlock(l1)")
	res, err := explore.Run(p, checker.Options{KeepGoing: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Executions, "traces,", res.Deadlocks, "deadlock, exhaustive:", res.Exhaustive)
	// Output: 3 traces, 1 deadlock, exhaustive: true
}

// One task reads a counter and writes what it has read and one more. So does the other one: an
// increment may be lost. What fails is replayed by its decisions.
func ExampleReplay() {
	p := lang.MustParse("main: go(t1) rx $1=$0+1 wx$1 join(0) rx assert==2; t1: rx $1=$0+1 wx$1")
	res, err := explore.Run(p, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	found := res.Failures[0]
	again := explore.Replay(p, found.Decisions, checker.Options{}, nil)
	fmt.Println(found.Failure.Kind, "and again", again.Outcome.Failure.Kind)
	// Output: assert and again assert
}

// The algorithms that sample never end by themselves.
func ExampleAlgorithmNames() {
	fmt.Println(explore.AlgorithmNames(func(a *checker.Algorithm) bool { return a.Samples }))
	// Output: random, pct, pos, surw, pairs and tapctcp
}
