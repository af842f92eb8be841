package main

// explained says of a program, or of a package's test, why gocheck's verdict is another one
// than natively. Each line is the result of an inquiry by hand.
var explained = map[string]string{
	"fixedbugs/issue15281": "It prints the memory in use after a collection, and gocheck keeps what an execution has made until its end.",
	"fixedbugs/issue9110":  "As fixedbugs/issue15281: it counts objects.",
	"fixedbugs/issue29919": "It looks at the stack of the initialisation of its package, which gocheck runs again by functions of other names.",
	"fixedbugs/issue5963":  "It ends the process with code 0 in its initialisation, before there is a test: natively nobody notices.",
	"heapsampling": "It looks for functions of package main in a profile, and its copy is no command. " +
		"Within its budget gocheck does not come so far.",
}
