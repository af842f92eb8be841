package main

// A class says who is at fault when a test fails.
type class int

const (
	bugOfPackage class = iota // the code under test
	bugOfTest                 // the test, whatever the machine's speed
	realTime                  // the test takes it that some code has run after some time
	shortfall                 // gocheck: it cannot happen natively
)

func (c class) String() string {
	switch c {
	case bugOfPackage:
		return "Bugs of the packages"
	case bugOfTest:
		return "Faults of the tests"
	case realTime:
		return "Tests that rely on real time"
	default:
		return "Shortfalls of gocheck"
	}
}

// An explanation is what somebody who looked into a failure has found.
type explanation struct {
	pkg, test, kind string // kind is the failure's
	class           class
	why             string
}

// explain is the explanation of a failure of t, or nil.
func explain(t *test, f *failure) *explanation {
	for i := range explained {
		e := &explained[i]
		if e.pkg == t.pkg && e.test == t.name && e.kind == f.Kind {
			return e
		}
	}
	return nil
}

var explained = []explanation{}
