package explore

import "gocheck.dev/checker"

// FoldAtOnce lets explorations that have OnRestart fold from the second one on,
// however little that saves, until the function that it returns is called.
func FoldAtOnce() func() { return FoldFrom(0) }

// FoldFrom is FoldAtOnce after n executions; if n is not 0, where it saves enough.
func FoldFrom(n int64) func() {
	old := foldFrom
	foldFrom = n
	return func() { foldFrom = old }
}

// Fold makes an execution with what can be folded, and says how many of its steps
// were; false if something was assumed that is not so, or nothing is folded at all.
func Fold(p checker.Program) (folded int, ok bool) {
	defer FoldAtOnce()()
	x := &exploration{p: p}
	if x.by = x.learn(); x.by == nil {
		return 0, false
	}
	x.begin()
	x.run(&follower{diverged: -1})
	return len(x.drv.schedule()) - len(x.drv.decisions), !x.drv.fold.broken
}
