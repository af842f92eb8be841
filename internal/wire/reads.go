package wire

// Reads is what a test has read of the world outside of its binary, or what the binary has
// before its first test (a Message without Test). A test whose program, options and reads are as
// they were comes to the same verdict.
type Reads struct {
	Many bool     `json:",omitempty"` // too much to name
	What []string `json:",omitempty"` // one of the words below, a blank, a name
}

// The words of Reads, as package os has them in its log.
const (
	ReadsVariable     = "getenv"             // of the environment
	ReadsAllVariables = ReadsVariable + " =" // which is no name
	ReadsMachine      = ReadsVariable + " =the machine's name"
	ReadsUser         = ReadsVariable + " =the user"
	ReadsProcessors   = ReadsVariable + " =the processors"
	ReadsWhich        = ReadsVariable + " =which files they are" // the numbers and owners of all
	ReadsFile         = "open"                                   // what is in a file, or a folder's names: an absolute path
	ReadsFacts        = "stat"                                   // size, mode and time of a file: an absolute path
	ReadsLink         = "readlink"                               // where a link leads: an absolute path
)

// ReadsWord begins the name of a variable that no environment has: what follows is a line of the
// log, of which package os knows nothing.
const ReadsWord = "="
