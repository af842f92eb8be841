package wire

import "fmt"

// Preemptions counts the steps after which another task went on although the
// one that was running could have, and did not yield. That it had not ended is
// known from what it did later, or from its being blocked later.
func (s *Schedule) Preemptions() int {
	last := map[string]int{} // task → the last step that mentions it
	// Who is blocked is mostly the same list for many steps: it is gone through once.
	same := func(i, j int) bool {
		a, b := s.Steps[i].Blocked, s.Steps[j].Blocked
		return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
	}
	for i := range s.Steps {
		last[s.Steps[i].Task] = i
		if s.Steps[i].Joint() {
			last[s.Steps[i].Partner] = i
		}
		if i+1 < len(s.Steps) && same(i, i+1) {
			continue
		}
		for _, t := range s.Steps[i].Blocked {
			last[t] = i
		}
	}
	blocked := map[string]bool{}
	n := 0
	for i := 0; i+1 < len(s.Steps); i++ {
		st, next := &s.Steps[i], &s.Steps[i+1]
		if i == 0 || !same(i-1, i) {
			clear(blocked)
			for _, t := range st.Blocked {
				blocked[t] = true
			}
		}
		if next.Task == st.Task || next.Joint() && next.Partner == st.Task || st.Joint() && next.Task == st.Partner || st.Op == "yield" {
			continue
		}
		if last[st.Task] > i && !blocked[st.Task] {
			n++
		}
	}
	return n
}

// Joint reports whether a step is one event of two tasks: a rendezvous. The
// partner of a Signal takes no part in it.
func (s *Step) Joint() bool { return s.Partner != "" && s.Op == "send" }

// Line is the step, the n-th of its schedule from 1, in a line.
func (s *Step) Line(n int) string {
	text := fmt.Sprintf("%4d  %-12s %s", n, s.Task, s.Op)
	for _, word := range []struct{ before, what string }{{"", s.Object}, {"with ", s.Partner}, {"= ", s.Value}, {"at ", s.Pos}} {
		if word.what != "" {
			text += " " + word.before + word.what
		}
	}
	return text
}
