package wire

// Paused reports whether tasks are held up in the schedule: it needs pauses.
func (s *Schedule) Paused() bool {
	if s == nil {
		return false
	}
	for i := range s.Steps {
		if len(s.Steps[i].Held) > 0 {
			return true
		}
	}
	return false
}
