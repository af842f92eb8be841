package wire

// Subtest is a subtest of an execution. They come in the order in which they began, each before
// those within it.
type Subtest struct {
	Name    string // in full
	Verdict string // pass, fail, skip; "": it had not ended
	Said    string `json:",omitempty"` // what it has logged, if it has not passed
}
