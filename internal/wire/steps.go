package wire

import "fmt"

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
