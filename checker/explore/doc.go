// Package explore explores the executions of a program: it has the table of algorithms, and
// runs the one that the options ask for.
//
// auto (auto.go) is revisit as long as the program does nothing that revisit is not exact for, and
// closure from then on. All others are packages: closure, revisit, sample, dfs, and in
// internal/papers those that are compared with them. Each is a strategy over the engine, and
// describes itself: an engine.Algorithm.
//
// Hazards. The program must be a function of its decisions: closure and revisit verify
// the events of every prefix that they repeat, or a program that is able to does it for
// them (checker.Repeater; engine/repeat.go, race/back.go and engine/fold_repeat.go are the
// checker's half), and a difference is reported as a failure of kind divergence. Objects are
// numbered anew in every execution: nothing compares them across executions; events
// are compared by keys that encode their whole history (flat/keys.go). An execution is run by
// the program's own goroutine: the methods of a Scheduler are never called concurrently.
//
// What each algorithm promises, and is held to by package oracle, is a table in
// oracle/trial/campaign.go.
//
// The packages are on floors (imports_test.go of the module): each imports lower floors only, so
// that it can be read with what is below it alone. Begin with trace, then engine.
package explore
