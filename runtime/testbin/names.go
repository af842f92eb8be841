package testbin

import (
	"gocheck.dev/checker"
)

// With -symmetry an exploration begins as without. If its first execution starts goroutines that
// are alike, it begins anew up to their names: only then is it worth while to do without what
// folds steps, and gives parts of revisit away.

// names is what a testRun knows of that.
type names struct {
	asked     bool // the piece of work is the test as a whole, and the flag was given
	forgotten bool // executions that differ in names only are one
}

// meetsAlike says whether the exploration is to begin anew up to the names of goroutines: in its
// first execution some were started alike.
func (r *testRun) meetsAlike(p *checker.Progress) bool {
	if !r.names.asked || r.phased.in != "" || p.Executions > 1 || !r.x.Last().Alike {
		return false
	}
	r.names = names{forgotten: true}
	return true
}

// upToNames says whether what is explored now is explored up to names: phases never are.
func (r *testRun) upToNames() bool { return r.names.forgotten && r.phased.in == "" }
