package polls

// Partners are the tasks that could meet at a channel without buffer, by side: those that receive,
// and those that send. Loops may look for them, by select with default.
type Partners struct {
	looks   [2]bool // a round has found nobody on the other side
	watched [2]bool // and the next one waits for a change
	came    [2]bool // a task has come that waits
}

func sideOf(send bool) int {
	if send {
		return 1
	}
	return 0
}

// Looked notes that a round has found nobody to send to, or to receive from.
func (p *Partners) Looked(send bool) { p.looks[sideOf(send)] = true }

// Watch notes that the loops wait that have found nobody.
func (p *Partners) Watch() { p.watched = p.looks }

// Came notes that a task has come to send, or to receive, and waits.
func (p *Partners) Came(send bool) { p.came[sideOf(send)] = true }

// Meet reports whether a loop waits where a partner has come.
func (p *Partners) Meet() bool { return p.watched[0] && p.came[1] || p.watched[1] && p.came[0] }
