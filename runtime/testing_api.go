package runtime

import (
	"context"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// TestOf returns the test that t is, if it is one of this execution, or nil. The calling task is
// about to do something to it.
func TestOf(t *testing.T) *RunningTest {
	running := current()
	if running == nil {
		return nil
	}
	running.rounds.change()
	return running.x.suite.of(t)
}

// Changes says that the calling task changes something that nobody tells.
func Changes() {
	if t := current(); t != nil {
		t.rounds.change()
	}
}

// TRun is the method Run of testing.T: the subtest is a task of its own, which
// the caller waits for.
func TRun(t *testing.T, s Site, name string, f func(*testing.T)) bool {
	if r := TestOf(t); r != nil {
		return r.subtest(current(), s, name, f)
	}
	return t.Run(name, f)
}

// TContext is the method Context of testing.T: a context that is cancelled
// before the cleanups. The test makes it when it asks for it, so the others do without; where
// another task does, each test has one from the beginning: that it ends must not depend on who
// was first.
func TContext(t *testing.T, s Site) context.Context {
	r := TestOf(t)
	if r == nil {
		return t.Context()
	}
	if current() != r.task {
		r.x.Known.matters |= wire.Contexts
	}
	if r.ctx == nil {
		r.ctx = newContext(s, context.Background(), ".WithCancel")
		if r.cleaning || *r.Done {
			r.ctx.announce(checker.CAS, &reason{context.Canceled, context.Canceled})
		}
	} else if r.ctx.site == 0 { // it is called as it is where it is first asked for
		r.ctx.site = s
		r.ctx.object(r.x)
	}
	return r.ctx
}

// TParallel is the method Parallel of testing.T.
func TParallel(t *testing.T, s Site) {
	if r := TestOf(t); r != nil {
		r.pause(s)
		return
	}
	t.Parallel()
}
