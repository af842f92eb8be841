package wire

// Announced says which operations the executions of a test have that those of most
// tests do without. The first execution that shows that they matter is given up, and
// exploration begins anew with them.
type Announced uint16

// They are
const (
	Ends     Announced = 1 << iota // the ends of tests, as other tasks use them
	Counts                         // the beginning and the end of goroutines, as somebody counts them
	Places                         // the same, and where they are is kept: somebody asks for stacks
	Meets                          // rounds of loops that wait: somebody sends to one that looks with default
	Collects                       // collections of garbage: somebody sees which objects are gone
	Contexts                       // the end of each test's context: others than the test have asked for one
	Turns                          // who gets the next number: of subtests of one name, or of directories
	Looks                          // looks at timers, with pauses: a timer may be set late
	Words                          // parts of the words of atomic operations: they are accessed by themselves, too
)
