package runtime

import (
	"runtime"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
)

// How many goroutines there are. To the checker that is a variable: a go statement adds
// to it, the end of a goroutine takes away from it, and who asks reads it. A goroutine
// counts until its function has returned, which may be long after the last thing that
// others see it do (its Done, say). So its end is an operation of its own. Neither the
// number nor a list of goroutines synchronises anything.
//
// Few tests ask. The first execution in which somebody does is given up, and from then
// on (wire.Counts) goroutines are counted in all of them.

// census is the number of goroutines of an execution, for programs that ask.
type census struct {
	obj     checker.Object // the number
	known   bool           // that is
	n       int
	present []*presence // in no order
}

// presence is a goroutine that counts: it may not have begun yet, or be at its end.
type presence struct {
	t       *task // that has begun it
	on      *task // that runs it: a subtest that was paused goes on as another one
	creator *task
	created Site
	f       func()
	rest    []uintptr    // its calls, when time last advanced; nil: it had none then
	inside  []calls.Call // calls of the standard library that these have made natively
	state   string       // what it waited for then
}

// reset begins an execution: there is the goroutine of main, which initialises packages,
// calls TestMain and waits for the test.
func (c *census) reset() {
	clear(c.present)
	c.known, c.n, c.present = false, 1, c.present[:0]
}

// goesOn has the goroutine that t has run, and has paused, run by another task.
func (c *census) goesOn(t, as *task) {
	for _, p := range c.present {
		if p.on == t {
			p.on = as
		}
	}
}

// number is the object that stands for the number.
func (c *census) number(x *Execution) checker.Object {
	if !c.known {
		c.obj, c.known = x.add(countShadow{}), true
	}
	return c.obj
}

// countShadow is one operation on the number: a change by this, or 0.
type countShadow struct {
	by   int
	who  *presence // that comes, nil: a coroutine
	gone *task     // that goes
}

func (countShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.VarObject, Silent: true}
}

func (countShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (c countShadow) perform(t *task, ev *checker.Event) {
	all := &t.x.census
	all.n += c.by
	ev.Val = uint64(all.n)
	if c.who != nil {
		c.who.on = c.who.t
		all.present = append(all.present, c.who)
	}
	if c.gone != nil {
		all.present = slices.DeleteFunc(all.present, func(p *presence) bool { return p.on == c.gone })
	}
}

// counting says whether goroutines are counted.
func (x *Execution) counting() bool { return x.Known.Ends&(wire.Counts|wire.Places) != 0 }

// wants says that t needs something to be announced. If that is not so, the execution
// is given up.
func (t *task) wants(a wire.Announced) {
	x := t.x
	if t.dying {
		runtime.Goexit()
	}
	if x.Known.Ends&a == a || x.after {
		return
	}
	x.Known.matters |= a
	x.stopped = true
	t.die()
}

// change announces a change of the number.
func (t *task) change(c countShadow, s Site) {
	x := t.x
	kind := checker.Write
	x.Known.Commutes = true
	if x.Commute {
		kind = checker.Inc
	}
	t.use(kind, x.census.number(x), 0, s, c)
}

// bears counts the goroutine of f, which t is about to start.
func (t *task) bears(s Site, f func()) {
	if t.x.counting() && !t.dying {
		t.change(countShadow{by: 1, who: &presence{t: t.next(), creator: t, created: s, f: f}}, s)
	}
}

// runs counts the goroutine of a test that runs in the name of the main task.
func (t *task) runs(s Site) {
	if t.x.counting() {
		t.counted = true
		t.change(countShadow{by: 1, who: &presence{t: t, creator: t}}, s)
	}
}

// fired counts the goroutine of t, the function of an AfterFunc, which has begun.
func (t *task) fired() {
	if m := t.sh.(*timerShadow); t.x.counting() && !t.dying && !m.sends {
		t.counted = true
		t.change(countShadow{by: 1, who: &presence{t: t, creator: t.creator, created: t.created, f: t.f}}, t.created)
	}
}

// exits counts t no more: its function has returned. That of a test counts until the test
// is over: natively who waits for that may still meet it, at its very end (semantics.md).
func (t *task) exits() {
	if t.counted && t.x.counting() && !t.dying {
		t.counted = false
		t.change(countShadow{by: -1, gone: t}, t.created)
	}
}

// coroutines counts a coroutine of iter.Pull that was made, or has ended.
func (t *task) coroutines(by int, s Site) {
	if t.x.counting() && !t.dying {
		t.change(countShadow{by: by}, s)
	}
}

// NumGoroutine is runtime.NumGoroutine.
func NumGoroutine(s Site) int {
	t := current()
	if t == nil {
		return runtime.NumGoroutine()
	}
	t.wants(wire.Counts)
	t.census(s)
	return t.x.census.n
}

// census announces that t asks which goroutines exist.
func (t *task) census(s Site) { t.use(checker.Read, t.x.census.number(t.x), 0, s, countShadow{}) }
