package engine

import "gocheck.dev/checker"

// Fold makes an execution with what can be folded, and says how many of its steps
// were; false if something was assumed that is not so, or nothing is folded at all.
func Fold(p checker.Program) (folded int, ok bool) {
	defer func(old int64) { FoldFrom = old }(FoldFrom)
	FoldFrom = 0
	x := &Exploration{Program: p}
	if x.Folding = x.Learn(); x.Folding == nil {
		return 0, false
	}
	x.Begin()
	x.Run(byDefault{})
	return len(x.Driver.Schedule()) - len(x.Driver.Decisions), !x.Driver.fold.broken
}

// byDefault leaves all to the default scheduler.
type byDefault struct{}

func (byDefault) Next(d *Driver, st checker.State) (checker.Decision, bool) {
	return d.Fallback.Next(st)
}
func (byDefault) Did(*Driver, checker.State, *checker.Event) {}
