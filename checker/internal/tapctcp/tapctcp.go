package tapctcp

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/sample"
	"gocheck.dev/checker/internal/trace"
)

// Algorithm is tapctcp.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "tapctcp", What: "sampling: pct over chains of messages (-depth)", Commutes: true, Pauses: true, Faults: true, Samples: true, Deepens: true},
	Explore: explore, Skims: true, Parts: engine.Numbered}

func explore(x *engine.Exploration) {
	depths := checker.Depths
	if d := x.Options.Depth; d != 0 {
		depths = []int{d}
	}
	sample.By(x, func(r *rand.Rand) sample.Sampler { return New(r, depths) })
}

// New samples by tapctcp, each execution with one of the depths.
//
// Priorities are those of chains. What follows in one chain is in one order anyway, so the bound of
// pct holds with the number of chains in the place of that of tasks: a thousand messages, each of
// which posts the next one, are one chain and not a thousand tasks.
// Only steps that race with others may be change points, which are few in such programs.
//
// The paper takes events of a distributed system for atomic. Here a message makes steps, and
// goroutines, which make some, too, are chains of their own.
func New(r *rand.Rand, depths []int) sample.Sampler { return sample.NewPCTOf(r, depths, &chains{}) }

// chains puts each message that is posted behind one that is before it.
type chains struct {
	of      []checker.Task                // by Task: its chain, which is called by its first task
	message []bool                        // by Task
	tail    map[checker.Task]checker.Task // of the chains: their last messages
	posted  map[mailbox]checker.Task      // the last message
	racy    racy
}

// mailbox is that of an event loop, as one poster sees it.
type mailbox struct {
	by checker.Task
	of checker.Object
}

// Begin implements sample.Chains.
func (c *chains) Begin(first bool) {
	c.of, c.message = c.of[:0], c.message[:0]
	c.tail, c.posted = map[checker.Task]checker.Task{}, map[mailbox]checker.Task{}
	c.racy.begin(first)
}

// Of implements sample.Chains.
func (c *chains) Of(t checker.Task) checker.Task {
	c.know(t)
	return c.of[t]
}

func (c *chains) know(t checker.Task) {
	for n := len(c.of); int(t) >= n; n++ {
		c.of, c.message = append(c.of, checker.Task(n)), append(c.message, false)
	}
}

// Steps implements sample.Chains.
func (c *chains) Steps() int { return c.racy.steps }

// At implements sample.Chains.
func (c *chains) At(st checker.State, t checker.Task) bool {
	return c.racy.at == nil || c.racy.at[site{c.Of(t), st.Op(t).Pos}]
}

// Did implements sample.Chains.
func (c *chains) Did(st checker.State, ev *checker.Event) bool {
	if ev.Kind == checker.Post || ev.Kind == checker.PostFront {
		c.posts(st, ev)
	}
	c.know(ev.Task)
	return c.racy.did(ev, c.Of, c.class(st, ev))
}

// class is how an event uses its object. Messages that their event loop takes in any order race
// where they begin, others where they are posted.
func (c *chains) class(st checker.State, ev *checker.Event) trace.Class {
	switch ev.Kind {
	case checker.Begin:
		if c.message[ev.Task] {
			return trace.Serves
		}
	case checker.Post, checker.PostFront:
		if st.Object(ev.Obj).FIFO {
			return trace.Writes
		}
	}
	return sample.ClassOf(ev.Kind)
}

// posts adds a message to a chain whose last one is before it: the one that its poster has posted
// last to the same event loop, where these come in that order, or its poster.
func (c *chains) posts(st checker.State, ev *checker.Event) {
	m, by := ev.Child, ev.Task
	c.know(max(m, by))
	c.message[m] = true
	box := mailbox{by, ev.Obj}
	before, some := c.posted[box]
	if c.posted[box] = m; some && ev.Kind == checker.Post && st.Object(ev.Obj).FIFO && c.follow(m, before) {
		return
	}
	if c.message[by] && c.follow(m, by) {
		return
	}
	c.tail[m] = m
}

// follow adds a message to the chain of another one, if that is its last.
func (c *chains) follow(m, before checker.Task) bool {
	chain := c.of[before]
	if c.tail[chain] != before {
		return false
	}
	c.of[m], c.tail[chain] = chain, m
	return true
}
