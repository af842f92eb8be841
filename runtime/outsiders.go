package runtime

// awaitsOutsiders says whether t, which waits for ever as far as the checker
// sees, may be waiting for an outsider. Then the test is unsupported.
func (x *Execution) awaitsOutsiders(t *task) bool {
	if x.came.Failure != nil {
		return false // there is something else to be said
	}
	who := x.Plain.Outsider()
	if who != "" {
		x.came.Uncontrolled = &Uncontrolled{who + ", for which this may be waiting,", Site(t.op.Pos)}
	}
	return who != ""
}
