package runtime

import "runtime"

// What the Go runtime counts and collects is not the program's alone. Programs may ask
// for it. But where one says then that something is wrong, no schedule is to blame.

// measures is what an execution has asked for of that.
type measures struct {
	counted   Site   // where it was, first
	what      string // by which function
	garbage   bool   // a finalizer or cleanup was set, or a weak pointer looked at
	collected Site   // where garbage was collected first
	times     int    // how often
}

// mostCollections is how often an execution that has set a finalizer may collect garbage:
// one that does so again and again waits for it.
const mostCollections = 100

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

// Garbage notes that the calling task wants to hear when an object is collected, which
// it does not: what names objects keeps them until the execution ends.
func Garbage() {
	if t := current(); t != nil {
		t.x.measured.garbage = true
	}
}

// Collects notes that the calling task has collected garbage.
func Collects(s Site) {
	t := current()
	if t == nil {
		return
	}
	m := &t.x.measured
	if m.collected == 0 {
		m.collected = s
	}
	if m.times++; m.garbage && m.times > mostCollections {
		t.x.unsupported(s, "runtime.GC, again and again after a finalizer has been set,")
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
	what, at := "what "+m.what+" counts", m.counted
	switch {
	case m.counted != 0 && said:
	case m.garbage && m.collected != 0 && (said || hangs):
		what, at = "what runtime.GC has collected", m.collected
	default:
		return
	}
	if f.Pos != "" {
		what += ", and so the failure at " + f.Pos + ","
	} else {
		what += ", and so this test's failure,"
	}
	x.came.Failure, x.came.Uncontrolled = nil, &Uncontrolled{what, at}
}
