package checker

import "slices"

// ExploreComplete explores by closure. After every execution but the first it asks
// pick for one of those before it, and tells f how long the shortest prefix of that is
// which no pending fragment and not the present trace has: docs/forgetting.md says that
// by then every trace of an execution with this prefix is explored.
func ExploreComplete(p Program, pick func(n int) int, f func(explored [][]Decision, which, prefix int)) {
	var explored [][]Decision
	var keys [][]key
	var c *search
	x := &exploration{p: p, o: Options{KeepGoing: true}}
	x.o.OnExecution = func(pr *Progress) bool {
		var now []key
		in := map[key]bool{}
		for i := range c.t.events {
			now = append(now, c.t.events[i].key)
			in[now[i]] = true
		}
		if len(explored) > 0 {
			which := pick(len(explored))
			e := keys[which]
			// least is the length of the shortest prefix that is not within in.
			least := func() int {
				for n, k := range e {
					if !in[k] {
						return n + 1
					}
				}
				return len(e) + 1
			}
			prefix := least()
			for i := range c.stack {
				fr := &c.stack[i]
				clear(in)
				set := c.pending.set(fr)
				for n := set.next(0); n >= 0; n = set.next(n + 1) {
					in[c.steps[fr.steps+int(n)].key] = true
				}
				prefix = max(prefix, least())
			}
			if prefix <= len(e) {
				f(explored, which, prefix)
			}
		}
		explored = append(explored, slices.Clone(pr.Decisions))
		keys = append(keys, now)
		return true
	}
	x.begin()
	c = newSearch(x)
	c.execute(false)
	c.explore()
}
