package checker

// Nodes is how many nodes of revisit the part has.
func (p *Part) Nodes() int {
	if q, ok := p.work.(*revisitStack); ok {
		return len(q.stack)
	}
	return 0
}
