package wire

// Joint reports whether a step is one event of two tasks: a rendezvous. The
// partner of a Signal takes no part in it.
func (s *Step) Joint() bool { return s.Partner != "" && s.Op == "send" }

// StepsLike is how many steps an execution may have that is to be like the schedule, if the bound
// is steps: it was found with a bound that does not count what a task does alone (engine's
// driver_alone.go), and an edit of the program may make it longer.
func (s *Schedule) StepsLike(steps int) int { return max(steps, 2*len(s.Steps)) }
