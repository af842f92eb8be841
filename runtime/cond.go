package runtime

import (
	"slices"
	"sync"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
)

// condShadow is a sync.Cond. Wait is four steps: Enqueue, unlock L, Wake, lock L. The package
// documents that a Signal wakes one waiter but not which, so every waiter is an alternative.
type condShadow struct{ waiters []*task }

// condWaiter is a task that waits on a Cond.
type condWaiter struct {
	chosen bool   // by a Signal or Broadcast
	at     uint64 // the step of that
}

func (c *condShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.CondObject} }

func (c *condShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	d := t.always()
	switch t.op.Kind {
	case checker.Wake:
		if !t.onCond.chosen {
			return buf
		}
	case checker.Signal:
		before := len(buf)
		for _, w := range c.waiters {
			if !w.onCond.chosen {
				d.Partner = w.id
				buf = append(buf, d)
			}
		}
		if len(buf) > before {
			return buf
		}
	}
	return append(buf, d) // a Signal without waiters is lost
}

func (c *condShadow) perform(t *task, ev *checker.Event) {
	switch t.op.Kind {
	case checker.Enqueue:
		t.onCond = condWaiter{}
		c.waiters = append(c.waiters, t)
	case checker.Wake:
		i := slices.Index(c.waiters, t)
		c.waiters = slices.Delete(c.waiters, i, i+1)
	case checker.Signal:
		if ev.Partner != checker.NoTask {
			t.x.tasks[ev.Partner].rouse()
		}
	case checker.Broadcast:
		for _, w := range c.waiters {
			w.rouse()
		}
	}
}

// rouse lets a waiter go on.
func (t *task) rouse() {
	if !t.onCond.chosen {
		t.onCond = condWaiter{true, t.x.steps}
	}
}

// wake passes t's chain of clock readings on to those that t has just chosen.
func (c *condShadow) wake(t *task) {
	for _, w := range c.waiters {
		if w.onCond.at == t.x.steps {
			w.woken = t.past
		}
	}
}

func doCond(t *task, c *sync.Cond, s Site, kind checker.Kind) {
	obj, sh := t.x.shadowAt(unsafe.Pointer(c), func() shadow { return new(condShadow) })
	t.use(kind, obj, 0, s, sh)
	if t.x.bubble != nil && (kind == checker.Signal || kind == checker.Broadcast) {
		sh.(*condShadow).wakes(t, s)
	}
	if kind != checker.Wake && innards.Copied(c) {
		panic("sync.Cond is copied")
	}
}

// CondWait is c.Wait().
func CondWait(c *sync.Cond, s Site) {
	t := current()
	if t == nil {
		c.Wait()
		return
	}
	doCond(t, c, s, checker.Enqueue)
	Adapt(c.L, s).Unlock()
	doCond(t, c, s, checker.Wake)
	Adapt(c.L, s).Lock()
}

// CondSignal is c.Signal().
func CondSignal(c *sync.Cond, s Site) {
	if t := current(); t != nil {
		doCond(t, c, s, checker.Signal)
		return
	}
	c.Signal()
}

// CondBroadcast is c.Broadcast().
func CondBroadcast(c *sync.Cond, s Site) {
	if t := current(); t != nil {
		doCond(t, c, s, checker.Broadcast)
		return
	}
	c.Broadcast()
}
