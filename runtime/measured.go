package runtime

import "runtime"

// ReadMemStats is runtime.ReadMemStats. What it counts is the process's: gocheck's
// own allocations are among them.
func ReadMemStats(s Site, m *runtime.MemStats) {
	runtime.ReadMemStats(m)
	if t := current(); t != nil && t.x.measured == 0 {
		t.x.measured = s
	}
}

// weigh takes a failure back that may come of what was measured: the program has
// said itself that something is wrong, and no schedule is to blame.
func (x *Execution) weigh() {
	f := x.came.Failure
	if f == nil || x.measured == 0 || x.came.Uncontrolled != nil {
		return
	}
	switch f.Kind {
	case "fatal", "panic", "assert":
		what := "what runtime.ReadMemStats counts, and so this test's failure,"
		if f.Pos != "" {
			what = "what runtime.ReadMemStats counts, and so the failure at " + f.Pos + ","
		}
		x.came.Failure, x.came.Uncontrolled = nil, &Uncontrolled{what, x.measured}
	}
}
