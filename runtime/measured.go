package runtime

// What the Go runtime counts is not the program's alone, and what a name stands for is not the
// test's. Programs may ask for it. But where one says then that something is wrong, no schedule is
// to blame.

// measures is what an execution has asked for of that.
type measures struct {
	counted Site // where it was, first
	what    string
}

// Measures notes that the calling task asks at s for what is of the Go runtime or of the world, and
// what is to be said of that; "": nothing.
func Measures(s Site, what, note string) {
	t := current()
	if t == nil {
		return
	}
	if t.x.measured.counted == 0 {
		t.x.measured = measures{s, what}
	}
	if note != "" {
		t.x.note(DependsNote, note, s)
	}
}

// weigh takes a failure back that may come of what was measured, or was not collected.
func (x *Execution) weigh() {
	f, m := x.came.Failure, &x.measured
	if f == nil || x.came.Uncontrolled != nil {
		return
	}
	said := f.Kind == "fatal" || f.Kind == "panic" || f.Kind == "assert" // by the program itself
	hangs := f.Kind == "deadlock" || f.Kind == "steps" || f.Kind == "leak"
	what, at := m.what+", and so ", m.counted
	if tiny, kept := x.dump.Tiny(); kept && (said || hangs) {
		what, at = "when an object of less than 16 bytes without pointers is collected, and so ", tiny
	} else if m.counted == 0 || !said {
		return
	}
	if f.Pos != "" {
		what += "the failure at " + f.Pos + ","
	} else {
		what += "this test's failure,"
	}
	x.came.Failure, x.came.Uncontrolled = nil, &Uncontrolled{what, at}
}
