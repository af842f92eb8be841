package closure

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// ExploreComplete explores by closure. After every execution but the first it asks
// pick for one of those before it, and tells f how long the shortest prefix of that is
// which no pending fragment and not the present trace has: docs/design/forgetting.md says that
// by then every trace of an execution with this prefix is explored.
func ExploreComplete(p checker.Program, pick func(n int) int, f func(explored [][]checker.Decision, which, prefix int)) {
	var explored [][]checker.Decision
	var keys [][]flat.Key
	var c *Search
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true}}
	x.Options.OnExecution = func(pr *checker.Progress) bool {
		var now []flat.Key
		in := map[flat.Key]bool{}
		for i := range c.Trace.Events {
			now = append(now, c.Trace.Events[i].Key)
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
				clear(in)
				c.pending.keysOf(&c.stack[i], in)
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
	x.Begin()
	c = NewSearch(x)
	c.execute(0, Request{})
	c.Explore()
}

// CountComplete explores by closure, and after so many executions each time tells f how
// many there were, and how many different prefixes they have that are complete and as
// short as they may be. An execution without such a prefix counts as one.
func CountComplete(p checker.Program, every int, f func(executions, prefixes, pending int)) {
	var executions [][]flat.Key
	var c *Search
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true}}
	x.Options.OnExecution = func(*checker.Progress) bool {
		var now []flat.Key
		in := map[flat.Key]bool{}
		for i := range c.Trace.Events {
			now = append(now, c.Trace.Events[i].Key)
			in[now[i]] = true
		}
		if n := len(executions); n > 0 && n%every == 0 {
			least := make([]int, n)
			raise := func() {
				for i, e := range executions {
					k := 0
					for k < len(e) && in[e[k]] {
						k++
					}
					least[i] = max(least[i], min(k+1, len(e)))
				}
			}
			raise()
			for i := range c.stack {
				clear(in)
				c.pending.keysOf(&c.stack[i], in)
				raise()
			}
			different := map[flat.Key]bool{}
			for i, e := range executions {
				var k flat.Key
				for _, o := range e[:least[i]] {
					k.Toggle(o)
				}
				different[k] = true
			}
			f(n, len(different), len(c.stack))
		}
		executions = append(executions, now)
		return true
	}
	x.Begin()
	c = NewSearch(x)
	c.execute(0, Request{})
	c.Explore()
}

// keysOf adds the events of a fragment's set.
func (p *pending) keysOf(f *fragment, in map[flat.Key]bool) {
	set := p.set(f)
	steps := p.stepsOf(f.made)
	for n := set.Next(0); n >= 0; n = set.Next(n + 1) {
		in[p.table.List[steps[n]].Key] = true
	}
}
