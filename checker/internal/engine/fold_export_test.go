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
	x.Run(&follower{diverged: -1})
	return len(x.Driver.Schedule()) - len(x.Driver.Decisions), !x.Driver.fold.broken
}
