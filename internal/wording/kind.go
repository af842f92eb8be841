package wording

// Kind is a kind of failure as people read it. By "fatal" a person understands that the program has
// ended, or t.Fatal.
func Kind(kind string) string {
	if kind == "fatal" {
		return "test fails"
	}
	return kind
}
