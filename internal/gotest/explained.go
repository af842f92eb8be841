package main

// explained says of a program, or of a package's test, why gocheck's verdict is another one
// than natively. Each line is the result of an inquiry by hand.
var explained = map[string]string{
	"fixedbugs/issue15281": "It prints how much memory is in use after a collection, and gocheck keeps what an execution has made until its end.",
	"fixedbugs/issue9110":  "It counts the objects that the heap has after a collection, and gocheck keeps what an execution has made until its end.",
	"fixedbugs/issue29919": "It looks at the stack of the initialisation of its package, which gocheck runs again by functions of other names.",
	"fixedbugs/issue5963":  "It ends the process with code 0 in its initialisation, before there is a test: natively nobody notices.",
	"math/rand.TestSeedNop": "With randseednop=0 Seed is to change the source of the package's functions. Under gocheck each task draws " +
		"from a source of its own, which Seed leaves as it is.",
}
