// Package explore explores the executions of a concurrent program.
//
// It knows no Go source and no goroutine. It drives a Program through the
// vocabulary of package checker: every task announces its next operation, the
// exploration decides which one is performed, the program reports the event
// that came of it. Two executions are equivalent when they have the same
// events, ordered the same way by happens-before (dependence.go); an
// equivalence class is a trace. What is to be achieved is one execution of
// every trace: none missed, none executed twice, no execution begun in vain.
//
// Algorithms are strategies over one engine (explore.go, driver.go), in a table
// by name:
//
//   - auto (auto.go) is revisit as long as the program does nothing that revisit is
//     not exact for, and closure from then on.
//   - closure (closure.go) keeps the set of explored traces and closes it under
//     race reversal: reverse.go finds, for every operation of a trace, what else
//     could have come of it and what of the trace is left then; enabled*.go says
//     whether the operation is possible after that; realise.go, saturate*.go and
//     sequencer.go whether that can be executed at all, as messages of one handler
//     do not overlap; chains.go, store.go, versions.go whether some explored trace
//     contains it already; pending.go keeps what has still to be run, debts.go
//     what there is no memory to keep.
//     Several processes may explore by it: owners.go says whose a trace is, split.go
//     gives some away, for which question.go finds a question, letters.go has what they
//     send each other.
//   - revisit (revisit.go) gives every trace but the first one parent and walks
//     that tree: revisit_children.go finds the children of a trace, revisit_default.go
//     has the default scheduler as a walk over a trace, revisit_class.go says which
//     programs it is exact for. Memory does not grow with the number of
//     executions; subtrees are independent, so that an exploration can be divided
//     (part.go, revisit_parts.go) and its parts be explored in other processes, or later.
//   - event (event*.go) is Event-DPOR, em (em*.go) EM-DPOR, source and optimal
//     (source.go, optimal.go, over depthfirst.go, procstep.go, wakeup.go) the
//     algorithms of the paper on source sets, dpor and dpor-nosleep (dpor*.go)
//     that of Flanagan and Godefroid. To the last four handlers are locks
//     (serial.go).
//   - r4 (r4*.go) is R4: the reorderings of one execution, by the number of
//     conflicts reversed, with whole messages as events where these are atomic.
//   - dfs (dfs.go) executes every interleaving: a reference for small programs;
//     bounded (bounded.go, deviations.go) those within a bound of preemptions or
//     delays.
//   - random, pct, pos (random.go, pct.go, pos.go, over sample.go) sample what
//     cannot be exhausted.
//
// fold.go leaves steps out of traces that no other task can tell from the step
// before; fold_learn.go finds out which. docs/design/fewer.md has the proof.
//
// Hazards. The program must be a function of its decisions: closure and revisit verify
// the events of every prefix that they repeat, or a program that is able to does it for
// them (checker.Repeater; repeat.go, race_back.go and fold_repeat.go are the checker's
// half), and a difference is reported as a failure of kind divergence. Objects are
// numbered anew in every execution: nothing here compares them across executions; events
// are compared by keys that encode their whole history (keys.go). An execution is run by
// the program's own goroutine: the methods of a Scheduler are never called concurrently.
//
// estimate.go says how far an exploration has come. What each algorithm promises,
// and is held to by package oracle, is a table in campaign_test.go.
//
// The files are rooms on floors, a table in rooms_test.go: what is declared in a room uses its
// own and lower floors only, so that each can be read with what is below it alone.
//
// docs/design/algorithms.md has the rules of closure by kind and why they are complete,
// docs/design/algorithms-revisit.md those of revisit, docs/design/oracle.md how that is tested.
package explore
