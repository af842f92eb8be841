package wire

import "slices"

// Preemptions counts the steps after which another task went on although the
// one that was running could have, and did not yield. That it had not ended is
// known from what it did later, or from its being blocked later.
func (s *Schedule) Preemptions() int {
	last := map[string]int{} // task → the last step that mentions it
	for i := range s.Steps {
		last[s.Steps[i].Task] = i
		if s.Steps[i].Joint() {
			last[s.Steps[i].Partner] = i
		}
		for _, t := range s.Steps[i].Blocked {
			last[t] = i
		}
	}
	n := 0
	for i := 0; i+1 < len(s.Steps); i++ {
		st, next := &s.Steps[i], &s.Steps[i+1]
		if next.Task == st.Task || next.Joint() && next.Partner == st.Task || st.Joint() && next.Task == st.Partner || st.Op == "yield" {
			continue
		}
		if last[st.Task] > i && !slices.Contains(st.Blocked, st.Task) {
			n++
		}
	}
	return n
}

// Joint reports whether a step is one event of two tasks: a rendezvous. The
// partner of a Signal takes no part in it.
func (s *Step) Joint() bool { return s.Partner != "" && s.Op == "send" }
