package explore

import (
	"errors"
	"fmt"
	"strings"

	"gocheck.dev/checker"
)

// algorithms has all of them.
var algorithms = []algorithm{
	{Algorithm: checker.Algorithm{Name: "auto", What: "revisit, then closure; bounded with -preemptions, -delays", Commutes: true},
		explore: auto, folds: true, skims: true, parts: subtrees | questions},
	{Algorithm: checker.Algorithm{Name: "closure", What: "one execution of every trace, by race reversal", Commutes: true},
		explore: closure, folds: true, skims: true, parts: questions},
	{Algorithm: checker.Algorithm{Name: "revisit", What: "one execution of every trace, by reverse search", Commutes: true},
		explore: revisit, folds: true, skims: true, parts: subtrees},
	{Algorithm: checker.Algorithm{Name: "event", What: "Event-DPOR: threads, handlers with unordered mailboxes"},
		explore: exploreEvent},
	{Algorithm: checker.Algorithm{Name: "em", What: "EM-DPOR: dependence-covering sets, FIFO handlers"},
		explore: em},
	{Algorithm: checker.Algorithm{Name: "source", What: "Source-DPOR: source sets and sleep sets, handlers being mutexes"},
		explore: source},
	{Algorithm: checker.Algorithm{Name: "optimal", What: "Optimal-DPOR: source sets and wakeup trees, one execution of every trace, handlers being mutexes"},
		explore: optimal},
	{Algorithm: checker.Algorithm{Name: "r4", What: "R4: the reorderings of one execution, few reversals of conflicts first (-reversals)", Commutes: true, Reverses: true},
		explore: r4},
	{Algorithm: checker.Algorithm{Name: "dfs", What: "every interleaving, for small programs", Commutes: true, Deviates: true},
		explore: dfs, skims: true},
	{Algorithm: checker.Algorithm{Name: "dpor", What: "persistent sets and sleep sets (Flanagan and Godefroid)"},
		explore: dpor},
	{Algorithm: checker.Algorithm{Name: "dpor-nosleep", What: "the same without sleep sets"},
		explore: dporNoSleep},
	{Algorithm: checker.Algorithm{Name: "bounded", What: "every trace within -preemptions or -delays, by merging states", Commutes: true, Deviates: true},
		explore: bounded, skims: true},
	{Algorithm: checker.Algorithm{Name: "random", What: "sampling: a random walk over what is enabled", Commutes: true, Samples: true},
		explore: random, skims: true, parts: numbered},
	{Algorithm: checker.Algorithm{Name: "pct", What: "sampling: random priorities, some of which change (-depth)", Commutes: true, Samples: true, Deepens: true},
		explore: pct, skims: true, parts: numbered},
	{Algorithm: checker.Algorithm{Name: "pos", What: "sampling: random scores of operations, anew where they race", Commutes: true, Samples: true},
		explore: pos, skims: true, parts: numbered},
}

// Algorithms are all that Options.Algorithm may name.
func Algorithms() []checker.Algorithm {
	var list []checker.Algorithm
	for i := range algorithms {
		list = append(list, algorithms[i].Algorithm)
	}
	return list
}

// AlgorithmNames lists, for people, those of which has is true: "random, pct and pos". nil: all.
func AlgorithmNames(has func(*checker.Algorithm) bool) string {
	var names []string
	for i := range algorithms {
		if has == nil || has(&algorithms[i].Algorithm) {
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
func AlgorithmOf(o checker.Options) checker.Algorithm { return algorithmOf(o).Algorithm }

func algorithmOf(o checker.Options) algorithm {
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
	return algorithm{Algorithm: checker.Algorithm{Name: name}}
}

// Run runs the executions of p that the algorithm asks for. The error is
// about the options; failures of the program are in the Result.
func Run(p checker.Program, o checker.Options) (*checker.Result, error) {
	a := algorithmOf(o)
	if a.explore == nil {
		return nil, fmt.Errorf("unknown algorithm %q: have %s", a.Name, AlgorithmNames(nil))
	}
	for _, check := range []func(*checker.Options, *checker.Algorithm) error{checkDeviations, checkReversals} {
		if err := check(&o, &a.Algorithm); err != nil {
			return nil, err
		}
	}
	if a.Samples && o.Executions == 0 && o.Deadline.IsZero() && o.OnExecution == nil {
		return nil, fmt.Errorf("algorithm %s never ends by itself: bound the executions or the time", a.Name)
	}
	part, err := partFor(&o, &a)
	if err != nil {
		return nil, err
	}
	x := &exploration{p: p, o: o, part: part, rehearse: o.OnRestart != nil && part == nil && a.folds}
	if part != nil {
		x.by = part.by
	}
	for x.explore(&a); x.stopped == anew; x.explore(&a) {
		by := x.next
		x = &exploration{p: p, o: o, part: part, by: by}
		o.OnRestart()
	}
	x.res.Bound = x.bound()
	x.res.Exhaustive = x.res.Bound == ""
	if x.stopped == "" {
		x.res.Estimate = 0 // there is no more
	}
	if x.guess != nil && !x.res.Exhaustive {
		x.guess.settle()
	}
	res := x.progress.Result
	if x.rest != nil {
		res.Rest = x.rest
		x.stopped = ""
		res.Besides = x.bound()
	}
	return &res, nil
}

// partFor is Options.Part, if it is one of an exploration by the algorithm; nil: there is none.
func partFor(o *checker.Options, a *algorithm) (*part, error) {
	if o.Part == nil {
		return nil, nil
	}
	p, ok := o.Part.(*part)
	if !ok || a.parts&p.kind() == 0 || !Keepable(o) {
		return nil, fmt.Errorf("an exploration by algorithm %s has no such parts", a.Name)
	}
	return p, nil
}

// checkDeviations refuses bounds that the algorithm does not know.
func checkDeviations(o *checker.Options, a *checker.Algorithm) error {
	switch {
	case o.Preemptions == nil && o.Delays == nil:
		return nil
	case o.Preemptions != nil && o.Delays != nil:
		return errors.New("preemptions and delays are bounded one at a time")
	case !a.Deviates:
		return fmt.Errorf("algorithm %s does not bound preemptions or delays: auto, %s do", a.Name, AlgorithmNames(func(a *checker.Algorithm) bool { return a.Deviates }))
	case o.Preemptions != nil && *o.Preemptions < 0 || o.Delays != nil && *o.Delays < 0:
		return errors.New("a bound below zero allows no execution")
	}
	return nil
}

// checkReversals refuses what the algorithm does not know.
func checkReversals(o *checker.Options, a *checker.Algorithm) error {
	switch {
	case o.Reversals == nil && o.Initial == nil:
		return nil
	case o.Reversals != nil && (o.Preemptions != nil || o.Delays != nil):
		return errors.New("reversals, preemptions and delays are bounded one at a time")
	case !a.Reverses:
		return fmt.Errorf("algorithm %s does not bound reversals and knows no initial sequence: %s does", a.Name, AlgorithmNames(func(a *checker.Algorithm) bool { return a.Reverses }))
	case o.Reversals != nil && *o.Reversals < 0:
		return errors.New("a bound below zero allows no execution")
	}
	return nil
}
