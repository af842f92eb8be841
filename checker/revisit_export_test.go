package checker

// SetRevisitBatch sets how many children of a trace revisit keeps at once. The
// function that it returns takes that back.
func SetRevisitBatch(n int) func() {
	old := revisitBatch
	revisitBatch = n
	return func() { revisitBatch = old }
}

// RevisitMemory explores by revisit and says how many executions that took and
// how much memory.
func RevisitMemory(p Program) (executions, bytes int64) {
	x := &exploration{p: p}
	x.begin()
	r := &revisitor{x: x, t: &trace{}}
	r.explore()
	return x.res.Executions, r.bytes()
}
