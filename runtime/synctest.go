package runtime

import (
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/bubbles"
)

// testing/synctest. Time is virtual and waits for everybody anyway, so a
// bubble is a subtest whose goroutines are waited for, and whose clock shows
// the same time until it advances, as synctest promises (elsewhere it grows
// with each reading). Wait is a sleep for less than a nanosecond: nothing else
// can run when it ends. To the checker that is a Sleep for one unit of time, of
// which a nanosecond has many from the first bubble of an execution on.
//
// Two things end a program with synctest that gocheck's own clock would let go
// on: time that would have to advance when the bubble's main goroutine has
// ended, and a wait, of the clock or in Wait, while a goroutine waits for a
// lock, which is not durably blocked.

// bubble is what synctest.Test runs in.
type bubble struct {
	main  *task
	ended bool  // its main goroutine has
	since int64 // when it began: its clock starts at bubbles.Start
}

// fine is the checker's time while there are bubbles.
type fine struct {
	bubbles.Clock
	bubble *bubble // nil: there is none now
	asked  []*waitShadow
	made   map[unsafe.Pointer]*bubble // channels, and timers, that were made in one
}

// stamp is a deadline, or the time, as the checker is told of it.
func (f *fine) stamp(d deadline) int64 { return f.Stamp(d.arg()) }

// reset begins an execution.
func (f *fine) reset() {
	*f = fine{}
}

// bubbled says whether t belongs to the bubble.
func (t *task) bubbled() bool {
	return t.x.bubble.has(t)
}

// has says whether t is one of the bubble's.
func (b *bubble) has(t *task) bool {
	for u := t; b != nil && u != nil; u = u.creator {
		if u == b.main {
			return true
		}
	}
	return false
}

// SynctestTest is synctest.Test.
func SynctestTest(s Site, parent *testing.T, f func(*testing.T)) {
	t, r := current(), TestOf(parent)
	if r == nil {
		synctest.Test(parent, f)
		return
	}
	x := t.x
	switch {
	case t.bubbled():
		panic("synctest.Run called from within a synctest bubble")
	case x.bubble != nil:
		x.unsupported(s, "two bubbles of testing/synctest at a time")
	case !x.refine():
		x.unsupported(s, "testing/synctest while others wait for a time outside of the bubble")
	}
	b := &bubble{since: x.now}
	x.bubble, x.Latest = b, int(s)
	sub := r.newSubtest(t, *r.Name)
	sub.InBubble = true
	body := func() {
		b.main = current()
		sub.run(b.main, f)
	}
	t.bears(s, body)
	t.payload = body
	t.do(checker.Op{Kind: checker.Spawn, Pos: s.Pos()}, spawnShadow{})
	child := t.kids[t.made-1]
	t.join(child, s)
	b.ended = true
	t.joinChildren(child, s)
	x.bubble = nil
	if *sub.Failed {
		r.Mark()
		r.Leave()
	}
}

// joinChildren waits for everybody below u: in the order of names, not in that
// of their beginning, which is not in the trace. A function of an AfterFunc
// whose time has not come is not a goroutine yet.
func (t *task) joinChildren(u *task, s Site) {
	for _, v := range u.kids[:u.made] {
		if m, ok := v.sh.(*timerShadow); ok && v.index == 0 && v.life == alive && !m.due(v) {
			continue
		}
		t.join(v, s)
		t.joinChildren(v, s)
	}
}

// refine makes the checker's time finer from now on. It reports false if there
// are deadlines that the checker was told of as they are.
func (x *Execution) refine() bool {
	if x.Refined {
		return true
	}
	if _, waiting := x.nextTime(); waiting {
		return false
	}
	for _, o := range x.list {
		if m, ok := o.sh.(*timerShadow); ok && m.armed && m.at.when > x.now {
			return false
		}
	}
	x.Refined, x.From, x.made = true, x.now, map[unsafe.Pointer]*bubble{}
	x.Known.Bubbles = true
	return true
}

// waitShadow is one call of synctest.Wait.
type waitShadow struct {
	until int64
	site  Site
}

func (w *waitShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.TimerObject} }

func (w *waitShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.x.fineTime() < w.until {
		return buf
	}
	return append(buf, t.always())
}

func (w *waitShadow) perform(*task, *checker.Event) {}

// fineTime is the time as the checker was last told.
func (x *Execution) fineTime() int64 { return x.stamp(deadline{when: x.now}) + x.Waits }

// SynctestWait is synctest.Wait.
func SynctestWait(s Site) {
	t := current()
	if t == nil {
		synctest.Wait()
		return
	}
	x := t.x
	if !t.bubbled() {
		panic("goroutine is not in a bubble")
	}
	if x.Waits+2 >= 1<<bubbles.Bits {
		x.unsupported(s, fmt.Sprintf("more than %d calls of synctest.Wait without any time between them", x.Waits))
	}
	w := &waitShadow{x.fineTime() + 1, s}
	x.asked = append(x.asked, w)
	t.do(checker.Op{Kind: checker.Sleep, Arg: w.until, Quiet: true, Pos: s.Pos()}, w)
}

// tick advances the clock: first for the task that waits for all others.
func (x *Execution) tick() {
	x.outpaces()
	if n := len(x.asked); n > 0 {
		if n > 1 {
			x.fail("panic", "wait already in progress", x.asked[n-1].site)
		}
		clear(x.asked)
		x.asked = x.asked[:0]
		x.Waits++
		x.hangs(bubbles.WaitHangs)
		return
	}
	before, held := x.now, x.bubble != nil && !x.bubble.ended && x.hangs(bubbles.TimeHangs)
	if x.moved > 0 {
		x.now += x.moved // whoever can go on
	} else {
		x.now, _ = x.nextTime()
	}
	x.Waits = 0
	switch b := x.bubble; {
	case held:
		b.since += x.now - before // it has no timers
	case b == nil:
		x.Outer = x.fineTime()
	case b.ended:
		x.fail("deadlock", "deadlock: main bubble goroutine has exited but blocked goroutines remain", Site(x.Latest))
	}
	if x.Refined && x.stamp(deadline{when: x.now}) == math.MaxInt64 {
		x.came.Uncontrolled, x.stopped = &Uncontrolled{"virtual time beyond 100 days, with testing/synctest", 0}, true
	}
}
