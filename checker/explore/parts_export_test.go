package explore

import "gocheck.dev/checker"

// Nodes is how many nodes of revisit the part has.
func Nodes(p checker.Part) int {
	if q, ok := p.(*part).work.(*revisitStack); ok {
		return len(q.stack)
	}
	return 0
}
