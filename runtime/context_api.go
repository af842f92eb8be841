package runtime

import (
	"context"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
)

// ContextWithCancel is context.WithCancel.
func ContextWithCancel(s Site, parent context.Context) (context.Context, context.CancelFunc) {
	if current() == nil {
		return context.WithCancel(parent)
	}
	c := newContext(s, parent, ".WithCancel")
	c.follow()
	return c, func() { c.cancelItself(context.Canceled, nil, false) }
}

// ContextWithCancelCause is context.WithCancelCause.
func ContextWithCancelCause(s Site, parent context.Context) (context.Context, context.CancelCauseFunc) {
	if current() == nil {
		return context.WithCancelCause(parent)
	}
	c := newContext(s, parent, ".WithCancel")
	c.follow()
	return c, func(cause error) { c.cancelItself(context.Canceled, cause, false) }
}

// ContextWithDeadline is context.WithDeadline.
func ContextWithDeadline(s Site, parent context.Context, d time.Time) (context.Context, context.CancelFunc) {
	return ContextWithDeadlineCause(s, parent, d, nil)
}

// ContextWithDeadlineCause is context.WithDeadlineCause.
func ContextWithDeadlineCause(s Site, parent context.Context, d time.Time, cause error) (context.Context, context.CancelFunc) {
	if current() == nil {
		return context.WithDeadlineCause(parent, d, cause)
	}
	c := newContext(s, parent, ".WithCancel")
	if cur, ok := parent.Deadline(); ok && cur.Before(d) {
		return ContextWithCancel(s, parent)
	}
	c.deadline = d
	// The timer is there before the parent can cancel the context: whoever
	// cancels it finds it, and that is so in every execution of a trace.
	left := TimeUntil(s, d)
	if left > 0 {
		c.timer = TimeAfterFunc(s, left, func() { c.cancelItself(context.DeadlineExceeded, cause, true) })
		c.expires()
	}
	switch {
	case !c.follow() && c.timer != nil:
		TimerStop(c.timer, s)
	case left <= 0:
		c.cancelItself(context.DeadlineExceeded, cause, true)
	}
	return c, func() { c.cancelItself(context.Canceled, nil, false) }
}

// ContextWithTimeout is context.WithTimeout.
func ContextWithTimeout(s Site, parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return ContextWithTimeoutCause(s, parent, d, nil)
}

// ContextWithTimeoutCause is context.WithTimeoutCause.
func ContextWithTimeoutCause(s Site, parent context.Context, d time.Duration, cause error) (context.Context, context.CancelFunc) {
	return ContextWithDeadlineCause(s, parent, TimeNow(s).Add(d), cause)
}

// ContextWithValue is context.WithValue.
func ContextWithValue(_ Site, parent context.Context, key, value any) context.Context {
	c := context.WithValue(parent, key, value)
	if near, ok := known(parent); ok {
		return valueCtx{c, near}
	}
	return c
}

// valueCtx is a context with a value below a cancelCtx. Package context sees
// that it has an AfterFunc, and so starts no goroutine to watch it.
type valueCtx struct {
	context.Context
	near *cancelCtx
}

// AfterFunc is that of the context above.
func (c valueCtx) AfterFunc(f func()) func() bool { return c.near.AfterFunc(f) }

// String is that of package context.
func (c valueCtx) String() string { return c.Context.(interface{ String() string }).String() }

// ContextWithoutCancel is context.WithoutCancel.
func ContextWithoutCancel(_ Site, parent context.Context) context.Context {
	return context.WithoutCancel(parent)
}

// ContextAfterFunc is context.AfterFunc: f runs in a task of its own.
func ContextAfterFunc(s Site, parent context.Context, f func()) (stop func() bool) {
	if current() == nil {
		return context.AfterFunc(parent, f)
	}
	c := newContext(s, parent, ".AfterFunc")
	c.cancelled = func() { launch(s, f) }
	if !c.follow() {
		c.cancelled()
	}
	// The first to set the flag decides whether f runs.
	return func() bool {
		stopped := c.announce(checker.CAS, &reason{err: context.Canceled})
		if stopped && c.leave != nil {
			c.leave()
		}
		return stopped
	}
}

// ContextCause is context.Cause.
func ContextCause(_ Site, c context.Context) error {
	if near, ok := known(c); ok {
		if near.Err() == nil {
			return nil
		}
		return near.cause
	}
	// A context of another kind is cancelled by itself; what it wraps may say why.
	if near, ok := c.Value(cancelCtxKey{}).(*cancelCtx); ok && c.Value(innards.CancelKey) == nil && c.Err() != nil && near.Err() != nil {
		return near.cause
	}
	return context.Cause(c)
}
