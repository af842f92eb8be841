package runtime

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"time"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/scatter"
)

// Contexts. The constructors of package context are made anew behind the
// interface context.Context, for the originals hide goroutines, locks and
// timers. Values, Background and TODO stay the originals'.
//
// To the checker a cancellable context is a flag. Cancelling it is a CAS from
// 0 to 1, Err and Cause are reads, a receive from Done is an Await. Its
// children hang below it, as in package context, and are cancelled after it by the same task, a
// step each, in the order of a loop over a map, like there. Their order without a choice is that of
// their creation: by the number of the creating task and then in its program order, not by time,
// because who of two tasks made its child first is not in the trace.

// flagShadow is the flag of a cancellable context, found by its Done channel.
// The real channel is closed when the flag is set, for plain code.
type flagShadow struct {
	done       chan struct{}
	set, shown bool // shown: somebody has asked for done
	err, cause error
}

func (f *flagShadow) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.VarObject} }
func (f *flagShadow) kind(bool) checker.Kind   { return checker.Await }

func (f *flagShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.op.Kind == checker.Await && !f.set {
		return buf
	}
	return append(buf, t.always())
}

func (f *flagShadow) ways(e *end, buf []checker.Decision) []checker.Decision {
	if !f.set {
		return buf
	}
	d := e.t.always()
	d.Choice = e.index
	return append(buf, d)
}

func (f *flagShadow) carryOut(_ *end, ev *checker.Event) { ev.Kind, ev.Val = checker.Await, 1 }

func (f *flagShadow) perform(t *task, ev *checker.Event) {
	if t.op.Kind == checker.CAS {
		ev.WasCAS, ev.Kind = true, checker.Read
		if !f.set {
			ev.Kind = checker.Write
			why := t.payload.(*reason)
			f.fire(why.err, why.cause)
		}
	}
	if f.set {
		ev.Val = 1
	}
}

func (f *flagShadow) fire(err, cause error) {
	f.set, f.err, f.cause = true, err, cause
	close(f.done)
}

// reason is why a context is cancelled.
type reason struct{ err, cause error }

// cancelCtx is a cancellable context, or the waiting function of an AfterFunc.
type cancelCtx struct {
	flagShadow
	parent context.Context
	suffix string // for String
	site   Site

	children []*cancelCtx
	maker    checker.Task // the task that made it
	by       *task        // the task that cancelled it

	deadline  time.Time // zero: the parent's
	timer     *time.Timer
	cancelled func() // called by the task that cancels it
	leave     func() // tells a parent of another kind that nobody follows it any more
}

// cancelCtxKey is the key under which a context finds its nearest cancelCtx.
type cancelCtxKey struct{}

// nearest returns the cancelCtx whose cancellation is that of c, if c is one or wraps one.
func nearest(c context.Context) (*cancelCtx, bool) {
	done := c.Done()
	if done == nil {
		return nil, false
	}
	p, ok := c.Value(cancelCtxKey{}).(*cancelCtx)
	return p, ok && p.done == *(*chan struct{})(unsafe.Pointer(&done))
}

// announce performs an operation on the flag, outside of an execution at once.
// It tells whether that was to set it.
func (c *cancelCtx) announce(kind checker.Kind, why *reason) bool {
	t := current()
	if t == nil {
		if kind != checker.CAS || c.set {
			return false
		}
		c.fire(why.err, why.cause)
		return true
	}
	t.payload = why
	// The site is that of the context's making: a CancelFunc and an
	// interface's method are called by who knows nothing of sites.
	AtCaller()
	t.use(kind, c.object(t.x), 0, c.site, &c.flagShadow)
	return t.resolved == checker.Write
}

// object makes the Done channel known as a flag.
func (c *cancelCtx) object(x *Execution) checker.Object {
	obj, _ := x.shadowAt(chanPointer(c.done), func() shadow { return &c.flagShadow })
	x.nameObject(obj, c.site)
	return obj
}

// cancelItself cancels c not because its parent is cancelled, which it follows no more.
func (c *cancelCtx) cancelItself(err, cause error, byTimer bool) {
	if c.cancel(err, cause, byTimer) && c.leave != nil {
		c.leave()
	}
}

// cancel cancels c and everything below it, if nobody has before, which it tells. byTimer says
// that it is the context's own timer that calls.
func (c *cancelCtx) cancel(err, cause error, byTimer bool) bool {
	if cause == nil {
		cause = err
	}
	if !c.announce(checker.CAS, &reason{err, cause}) {
		return false
	}
	c.reaches("close of")
	c.by = current()
	if c.cancelled != nil {
		c.cancelled()
	}
	// A child adopted before the CAS is here, in every execution of the trace, since adoption is a
	// read of the flag. Children that were cancelled in the meantime are not taken out: the trace
	// does not say which were, except of those that this very task has cancelled.
	c.by.telling(slices.ContainsFunc(c.children, func(d *cancelCtx) bool { return d.maker != c.children[0].maker }))
	sort.SliceStable(c.children, func(i, j int) bool { return c.children[i].maker < c.children[j].maker })
	children := slices.DeleteFunc(c.children, func(d *cancelCtx) bool { return d.by != nil && d.by == c.by })
	c.children = nil
	n := 0
	for _, child := range scatter.Ordered(children, c.by.orderOf(c.site, len(children), func(i int) string {
		return c.by.x.ObjectName(children[i].object(c.by.x)) + " is cancelled next"
	})) {
		if child.cancel(err, cause, false) {
			n++
		}
	}
	// Which of them others had cancelled before is known only now. Only of two that are left the
	// order matters.
	if n > 1 && c.by != nil {
		c.by.x.meetsLoop(len(children))
	}
	if c.timer != nil && !byTimer {
		TimerStop(c.timer, c.site)
	}
	return true
}

// adopt hangs a new child below c. If c is cancelled already, the child is too, and the result is
// false. That the child is cancelled is an event of its own, of which nobody else knows yet: a flag
// that is set without one looks to the checker like one that nobody sets.
func (c *cancelCtx) adopt(child *cancelCtx) bool {
	c.announce(checker.Read, nil)
	if c.set {
		child.announce(checker.CAS, &reason{c.err, c.cause})
		return false
	}
	c.children = append(c.children, child)
	return true
}

// afterFuncer is a context with its own way to call a function after it is
// cancelled, as package context knows it.
type afterFuncer interface {
	AfterFunc(func()) func() bool
}

// follow lets c be cancelled when its parent is. It returns false if that is the case already: then
// c is cancelled, and nothing that c does on being cancelled has been done.
func (c *cancelCtx) follow() bool {
	done := c.parent.Done()
	if done == nil {
		return true
	}
	if p, ok := nearest(c.parent); ok {
		p.reaches("receive on")
		return p.adopt(c)
	}
	fromParent := func() { c.cancel(c.parent.Err(), ContextCause(c.site, c.parent), false) }
	if Select(c.site, true, RecvCase(done, c.site)) == 0 {
		c.announce(checker.CAS, &reason{c.parent.Err(), ContextCause(c.site, c.parent)})
		return false
	}
	if p, ok := c.parent.(afterFuncer); ok {
		stop := p.AfterFunc(fromParent)
		c.leave = func() { stop() }
		return true
	}
	launch(c.site, func() {
		if Select(c.site, false, RecvCase(done, c.site), RecvCase(c.Done(), c.site)) == 0 {
			fromParent()
		}
	})
	return true
}

// newContext makes a context below parent that is not cancelled and follows nobody yet.
func newContext(s Site, parent context.Context, suffix string) *cancelCtx {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	t := current()
	c := &cancelCtx{
		flagShadow: flagShadow{done: make(chan struct{})},
		parent:     parent, suffix: suffix, site: s, maker: t.id,
	}
	c.object(t.x) // before anybody can receive from Done
	return c
}

// Deadline returns the time when the context will be cancelled, if there is one.
func (c *cancelCtx) Deadline() (time.Time, bool) {
	if !c.deadline.IsZero() {
		return c.deadline, true
	}
	return c.parent.Deadline()
}

// Done returns a channel that is closed when the context is cancelled.
func (c *cancelCtx) Done() <-chan struct{} {
	if !c.shown {
		// Package context makes it now, unless it has one that is closed.
		if c.shown = true; !c.set {
			Made(c.done)
		}
	}
	return c.done
}

// Err is a read of the flag.
func (c *cancelCtx) Err() error {
	c.announce(checker.Read, nil)
	if c.err != nil {
		c.reaches("receive on")
	}
	return c.err
}

// reaches is that of the channel.
func (c *cancelCtx) reaches(how string) {
	if t := current(); t != nil {
		t.reaches(chanPointer(c.done), c.site, how+" synctest channel")
	}
}

// known is nearest of a context whose Done is not called.
func known(c context.Context) (*cancelCtx, bool) {
	switch c := c.(type) {
	case *cancelCtx:
		return c, true
	case valueCtx:
		return c.near, true
	}
	return nearest(c)
}

// Value asks the parent, but for the keys of cancellation: a parent's cause is not the context's.
func (c *cancelCtx) Value(key any) any {
	switch key {
	case cancelCtxKey{}:
		return c
	case innards.CancelKey:
		return nil
	}
	return c.parent.Value(key)
}

// AfterFunc is what package context looks for when plain code derives a
// context from this one. f cancels that. It is called by the task that cancels
// c, as if package context had hung its context below c.
func (c *cancelCtx) AfterFunc(f func()) func() bool {
	child := &cancelCtx{
		flagShadow: flagShadow{done: make(chan struct{})},
		parent:     c, site: c.site, cancelled: f,
	}
	if t := current(); t != nil {
		child.maker = t.id
	}
	if !c.adopt(child) {
		// It was cancelled since package context looked, which now holds a lock that f takes.
		launch(c.site, f)
	}
	return func() bool { return child.announce(checker.CAS, &reason{err: context.Canceled}) }
}

// String is like that of package context.
func (c *cancelCtx) String() string {
	name := reflect.TypeOf(c.parent).String()
	if s, ok := c.parent.(fmt.Stringer); ok {
		name = s.String()
	}
	if !c.deadline.IsZero() {
		return fmt.Sprintf("%s.WithDeadline(%s [%s])", name, c.deadline, TimeUntil(c.site, c.deadline))
	}
	return name + c.suffix
}
