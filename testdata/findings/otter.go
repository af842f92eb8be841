package findings

// A named result that is shadowed, and written by a literal.
func get() *int { return nil }

func call(f func() *int) *int { return f() }

func Start() (c *int, ok bool) {
	if c := get(); c != nil {
		return c, ok
	}
	return call(func() *int { ok = true; return nil }), ok
}
