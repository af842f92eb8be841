package explore

import (
	"errors"
	"fmt"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/internal/dfs"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/pairs"
	"gocheck.dev/checker/internal/papers/dpor"
	"gocheck.dev/checker/internal/papers/em"
	"gocheck.dev/checker/internal/papers/event"
	"gocheck.dev/checker/internal/papers/r4"
	"gocheck.dev/checker/internal/papers/source"
	"gocheck.dev/checker/internal/revisit"
	"gocheck.dev/checker/internal/sample"
	"gocheck.dev/checker/internal/surw"
	"gocheck.dev/checker/internal/tapctcp"
)

// algorithms has all of them.
var algorithms = []*engine.Algorithm{
	&autoAlgorithm,
	&closure.Algorithm,
	&revisit.Algorithm,
	&event.Algorithm,
	&em.Algorithm,
	&source.Algorithm,
	&source.Optimal,
	&r4.Algorithm,
	&dfs.Algorithm,
	&dpor.Algorithm,
	&dpor.WithoutSleep,
	&dfs.Bounded,
	&sample.Random,
	&sample.PCT,
	&sample.POS,
	&surw.Algorithm,
	&pairs.Algorithm,
	&tapctcp.Algorithm,
}

// Algorithms lists the algorithms that Options.Algorithm may name.
func Algorithms() []checker.Algorithm {
	var list []checker.Algorithm
	for i := range algorithms {
		list = append(list, algorithms[i].Algorithm)
	}
	return list
}

// AlgorithmNames lists the names of the algorithms for which has is true, for people: "random,
// pct and pos". nil: all.
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

// AlgorithmOf is the algorithm that the options ask for. With a bound that auto does not know,
// auto stands for another algorithm. For an unknown name, the result has the name only.
func AlgorithmOf(o checker.Options) checker.Algorithm { return algorithmOf(o).Algorithm }

func algorithmOf(o checker.Options) engine.Algorithm {
	name := o.Algorithm
	if name == "" || name == "auto" {
		switch {
		case o.Preemptions != nil || o.Delays != nil:
			name = "bounded"
		case o.Reversals != nil:
			name = "r4"
		case o.Pauses, upToNames(&o): // revisit would hand over to closure
			o.Algorithm = closure.Algorithm.Name
			a := algorithmOf(o)
			a.Besides, a.Searches = searchBesideClosure, true
			return a
		default:
			name = "auto"
		}
	}
	for i := range algorithms {
		if algorithms[i].Name == name {
			if upToNames(&o) && algorithms[i] == &closure.Algorithm {
				return closure.UpToNames
			}
			return *algorithms[i]
		}
	}
	return engine.Algorithm{Algorithm: checker.Algorithm{Name: name}}
}

// upToNames says whether the options ask for one of the traces that differ in names.
func upToNames(o *checker.Options) bool {
	return o.Symmetry && !o.Pauses && !o.Faults && o.OnRestart != nil
}

// Run runs the executions of p that the algorithm asks for. An error is about the options;
// failures of the program are in the Result.
func Run(p checker.Program, o checker.Options) (*checker.Result, error) {
	a := algorithmOf(o)
	if a.Explore == nil {
		return nil, fmt.Errorf("unknown algorithm %q: have %s", a.Name, AlgorithmNames(nil))
	}
	for _, check := range []func(*checker.Options, *checker.Algorithm) error{checkDeviations, checkReversals, checkMet} {
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
	folds := func() bool { return o.OnRestart != nil && part == nil && a.Folds }
	rehearses := func() bool { return folds() && !o.Pauses }
	x := &engine.Exploration{Program: p, Options: o, Part: part, Rehearse: rehearses(), Begins: folds()}
	if part != nil {
		x.Folding = part.Folding
	}
	if upToNames(&o) {
		x.Apart = map[flat.Key]bool{}
	}
	for x.Explore(&a); x.Stopped == engine.Anew; x.Explore(&a) {
		was := x
		x = &engine.Exploration{Program: p, Options: o, Part: part, Folding: was.Next, Apart: was.Apart}
		if upToNames(&o) && x.Apart == nil {
			o.Symmetry = false
			a = algorithmOf(o)
			x.Options, x.Rehearse = o, rehearses()
		}
		x.Progress.Apart = was.Result.Apart
		o.OnRestart()
	}
	x.Result.UpToNames = x.Apart != nil
	x.Result.Bound = x.Bound()
	x.Result.Exhaustive = x.Result.Bound == ""
	if x.Stopped == "" {
		x.Result.Estimate = 0 // there is no more
	}
	switch {
	case !x.Result.Exhaustive:
		x.Settle()
	case x.Divided:
		x.Result.Aside = x.Aside // the others may not come to their ends
	}
	if !x.Result.Exhaustive {
		x.Result.Orders = x.Orders.Found()
	}
	if x.Besides != nil && !x.Result.Exhaustive {
		x.Result.Sampled = x.Besides.Made()
	}
	res := x.Progress.Result
	if x.Rest != nil {
		res.Rest = x.Rest
		x.Stopped = ""
		res.Besides = x.Bound()
	}
	return &res, nil
}

// partFor is Options.Part, if it is one of an exploration by the algorithm; nil: there is none.
func partFor(o *checker.Options, a *engine.Algorithm) (*engine.Part, error) {
	if o.Part == nil {
		return nil, nil
	}
	p, ok := o.Part.(*engine.Part)
	if !ok || a.Parts&p.Kind() == 0 || !Keepable(o) || p.Alike != upToNames(o) {
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

// checkMet refuses algorithms that do not know pauses, or faults, where the program has them.
func checkMet(o *checker.Options, a *checker.Algorithm) error {
	for _, k := range []struct {
		what string
		met  bool
		by   func(*checker.Algorithm) bool
	}{
		{"pauses", o.Pauses, func(a *checker.Algorithm) bool { return a.Pauses }},
		{"faults", o.Faults, func(a *checker.Algorithm) bool { return a.Faults }},
		{"symmetry", o.Symmetry, func(a *checker.Algorithm) bool { return a.Symmetry }},
	} {
		if k.met && !k.by(a) {
			return fmt.Errorf("algorithm %s knows no %s: %s do", a.Name, k.what, AlgorithmNames(k.by))
		}
	}
	return nil
}
