package checker

import "strings"

// An Algorithm is a way to explore, and all that the rest of gocheck has to know of it. Nobody
// asks for an algorithm by its name: who treats some of them in a way of their own asks for a
// field. So one that is added is a file that explores, a line in algorithms, and a promise that
// the tests hold it to (campaign_test.go).
type Algorithm struct {
	Name string
	What string // for the help, up to 60 letters

	// Samples: executions are made by chance, from Options.Seed, until a bound ends it. It never
	// knows to have made all of them.
	Samples bool
	// Deepens: Options.Depth says what it looks for.
	Deepens bool
	// Commutes: it knows updates that commute, and stores of what is there already.
	Commutes bool
	// Deviates: Options.Preemptions and Delays bound it, and it misses nothing within the bound.
	Deviates bool
	// Reverses: Options.Reversals bounds it, Options.Initial begins it, and its Result has
	// Reversals.
	Reverses bool

	folds bool  // it explores traces, and so can fold steps (fold.go)
	skims bool  // steps of a task that is alone need not be shown to it (driver_alone.go)
	parts parts // what of it can be explored elsewhere

	// explore runs executions by x.run until there are no more to run, or x.stopped.
	explore func(x *exploration)
}

// parts are the kinds of Part that an algorithm has.
type parts uint8

const (
	numbered  parts = 1 << iota // executions by their numbers: samples
	subtrees                    // nodes of revisit
	questions                   // what closure has still to ask for
)

// algorithms has all of them.
var algorithms = []Algorithm{
	{Name: "auto", What: "revisit, then closure; bounded with -preemptions, -delays", explore: auto,
		Commutes: true, folds: true, skims: true, parts: subtrees | questions},
	{Name: "closure", What: "one execution of every trace, by race reversal", explore: closure,
		Commutes: true, folds: true, skims: true, parts: questions},
	{Name: "revisit", What: "one execution of every trace, by reverse search", explore: revisit,
		Commutes: true, folds: true, skims: true, parts: subtrees},
	{Name: "event", What: "Event-DPOR: threads, handlers with unordered mailboxes", explore: exploreEvent},
	{Name: "em", What: "EM-DPOR: dependence-covering sets, FIFO handlers", explore: em},
	{Name: "source", What: "Source-DPOR: source sets and sleep sets, handlers being mutexes", explore: source},
	{Name: "optimal", What: "Optimal-DPOR: source sets and wakeup trees, one execution of every trace, handlers being mutexes", explore: optimal},
	{Name: "r4", What: "R4: the reorderings of one execution, few reversals of conflicts first (-reversals)", explore: r4,
		Commutes: true, Reverses: true},
	{Name: "dfs", What: "every interleaving, for small programs", explore: dfs,
		Commutes: true, Deviates: true, skims: true},
	{Name: "dpor", What: "persistent sets and sleep sets (Flanagan and Godefroid)", explore: dpor},
	{Name: "dpor-nosleep", What: "the same without sleep sets", explore: dporNoSleep},
	{Name: "bounded", What: "every trace within -preemptions or -delays, by merging states", explore: bounded,
		Commutes: true, Deviates: true, skims: true},
	{Name: "random", What: "sampling: a random walk over what is enabled", explore: random,
		Commutes: true, Samples: true, skims: true, parts: numbered},
	{Name: "pct", What: "sampling: random priorities, some of which change (-depth)", explore: pct,
		Commutes: true, Samples: true, Deepens: true, skims: true, parts: numbered},
	{Name: "pos", What: "sampling: random scores of operations, anew where they race", explore: pos,
		Commutes: true, Samples: true, skims: true, parts: numbered},
}

// Algorithms are all that Options.Algorithm may name.
func Algorithms() []Algorithm { return algorithms }

// AlgorithmNames lists, for people, those of which has is true: "random, pct and pos". nil: all.
func AlgorithmNames(has func(*Algorithm) bool) string {
	var names []string
	for i := range algorithms {
		if has == nil || has(&algorithms[i]) {
			names = append(names, algorithms[i].Name)
		}
	}
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}

// AlgorithmOf is the one that the options ask for: auto stands for another one where there are
// bounds that it does not know. Of a name that is none of Algorithms, it has the name only.
func AlgorithmOf(o Options) Algorithm {
	name := o.Algorithm
	if name == "" || name == "auto" {
		switch {
		case o.Preemptions != nil || o.Delays != nil:
			name = "bounded"
		case o.Reversals != nil:
			name = "r4"
		default:
			name = "auto"
		}
	}
	for i := range algorithms {
		if algorithms[i].Name == name {
			return algorithms[i]
		}
	}
	return Algorithm{Name: name}
}
