package report

import "gocheck.dev/internal/wire"

// causing are the operations that decide what happens later, or what no longer can: they stay where
// the rest of what a task does alone is left out.
var causing = map[string]bool{
	"close": true, "timerset": true, "timerstop": true, "signal": true, "broadcast": true, "lockbusy": true, "default": true,
}

// causesOf are the steps of such operations, and the last write of what the failing task reads last
// before it fails.
func causesOf(steps []wire.Step) map[int]bool {
	causes := map[int]bool{}
	for i := range steps {
		st := &steps[i]
		if causing[st.Op] || st.Op == "write" && isContext(st) {
			causes[i] = true
		}
		if st.Failed == "" || st.Failed != st.Task || st.Op != "read" {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if w := &steps[j]; w.Object == st.Object && w.Op != "read" {
				causes[j] = true
				break
			}
		}
	}
	return causes
}

// firing are the operations after which a timer is no longer one that was set and has not fired.
var firing = map[string]bool{"timerset": true, "timerstop": true, "timerfire": true, "timerrecv": true}

// unfiredOf are the steps that set timers which do not fire up to the end.
func unfiredOf(steps []wire.Step) map[int]bool {
	unfired, later := map[int]bool{}, map[string]bool{} // later are the timers that something happens to
	for i := len(steps) - 1; i >= 0; i-- {
		if st := &steps[i]; firing[st.Op] {
			unfired[i] = st.Op == "timerset" && !later[st.Object]
			later[st.Object] = true
		}
	}
	return unfired
}
