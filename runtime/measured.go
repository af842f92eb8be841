package runtime

import "runtime"

// What the Go runtime counts is not the program's alone. Programs may ask for it. But where one
// says then that something is wrong, no schedule is to blame.

// measures is what an execution has asked for of that.
type measures struct {
	counted Site   // where it was, first
	what    string // by which function
}

// measures notes that t asks at s for what the Go runtime counts.
func (t *task) measures(s Site, what string) {
	if m := &t.x.measured; m.counted == 0 {
		m.counted, m.what = s, what
	}
}

// ReadMemStats is runtime.ReadMemStats. What it counts is the process's: gocheck's
// own allocations are among them.
func ReadMemStats(s Site, m *runtime.MemStats) {
	runtime.ReadMemStats(m)
	if t := current(); t != nil {
		t.measures(s, "runtime.ReadMemStats")
		Depends(s, "what runtime.ReadMemStats counts")
	}
}

// AllocsPerRun is testing.AllocsPerRun. It calls f as often as that, and says that f
// allocates nothing: gocheck allocates, too, and not the same each time.
func AllocsPerRun(s Site, runs int, f func()) float64 {
	if t := current(); t != nil {
		t.measures(s, "testing.AllocsPerRun")
		t.x.note(DependsNote, "testing.AllocsPerRun, called at "+s.Line()+", counts nothing under gocheck: it says 0", s)
	}
	for range runs + 1 {
		f()
	}
	return 0
}

// weigh takes a failure back that may come of what was measured, or was not collected.
func (x *Execution) weigh() {
	f, m := x.came.Failure, &x.measured
	if f == nil || x.came.Uncontrolled != nil {
		return
	}
	said := f.Kind == "fatal" || f.Kind == "panic" || f.Kind == "assert" // by the program itself
	hangs := f.Kind == "deadlock" || f.Kind == "steps" || f.Kind == "leak"
	what, at := "what "+m.what+" counts, and so ", m.counted
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
