package state

import "gocheck.dev/testdata/state/dep"

var second = first + 1

// The second init function of the package sees what the first has done.
func init() {
	if dep.Registry["init"] != 1 {
		panic("the init functions have run in another order")
	}
	number = 10
}
