package runtime

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestContextCancel(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ctx, cancel := ContextWithCancel(s, context.Background())
		Go(s, func() { cancel() })
		out("%v", ctx.Err())
		Recv(ctx.Done(), s)
		out("%v", ctx.Err())
		cancel()
	}, spec{outcomes: []string{"<nil> context canceled", "context canceled context canceled"}, native: true})
}

func TestContextSemaphore(t *testing.T) {
	// A task that waits for a slot gets it or sees the cancellation.
	check(t, func(s Site, out func(string, ...any)) {
		ctx, cancel := ContextWithCancel(s, context.Background())
		slot, done := make(chan int, 1), make(chan int)
		slot <- 1
		Go(s, func() {
			if Select(s, false, SendCase(slot, s).With(1), RecvCase(ctx.Done(), s)) == 0 {
				out("slot")
			} else {
				out("cancelled")
			}
			Close(done, s)
		})
		Go(s, func() { Recv(slot, s) })
		cancel()
		Recv(done, s)
	}, spec{outcomes: []string{"cancelled", "slot"}, native: true})
}

func TestContextParentCancelsChildren(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		top, cancel := ContextWithCancelCause(s, context.Background())
		mid := ContextWithValue(s, top, key("k"), 7)
		low, cancelLow := ContextWithCancelCause(s, mid)
		Go(s, func() { cancel(errors.New("above")) })
		Go(s, func() { cancelLow(errors.New("below")) })
		Recv(low.Done(), s)
		Recv(top.Done(), s)
		out("%v %v %v %v", low.Err(), ContextCause(s, low), ContextCause(s, top), low.Value(key("k")))
	}, spec{outcomes: []string{"context canceled above above 7", "context canceled below above 7"}, native: true})
	// When cancel has returned, all are cancelled; a child of a cancelled
	// context is from the start.
	check(t, func(s Site, out func(string, ...any)) {
		top, cancel := ContextWithCancel(s, context.Background())
		a, _ := ContextWithCancel(s, top)
		b, _ := ContextWithTimeout(s, a, time.Hour)
		cancel()
		c, _ := ContextWithTimeout(s, b, time.Hour)
		free := ContextWithoutCancel(s, c)
		out("%v %v %v %v %v", a.Err(), b.Err(), c.Err(), free.Err(), ContextCause(s, free))
	}, spec{outcomes: []string{"context canceled context canceled context canceled <nil> <nil>"}, native: true})
}

func TestContextDeadline(t *testing.T) {
	// The deadline comes only when nothing else can happen.
	check(t, func(s Site, out func(string, ...any)) {
		start := TimeNow(s)
		ctx, cancel := ContextWithTimeoutCause(s, context.Background(), time.Hour, errors.New("too slow"))
		defer cancel()
		low, _ := ContextWithDeadline(s, ctx, start.Add(2*time.Hour))
		at, ok := low.Deadline()
		Recv(low.Done(), s)
		out("%v %v %v %t %v", low.Err(), ContextCause(s, low), at.Sub(start), ok, TimeSince(s, start))
	}, spec{outcomes: []string{"context deadline exceeded too slow 1h0m0.000000001s true 1h0m0.000000003s"}})
	// At the same moment somebody cancels.
	check(t, func(s Site, out func(string, ...any)) {
		ctx, cancel := ContextWithTimeout(s, context.Background(), time.Hour)
		Go(s, func() {
			TimeSleep(s, time.Hour)
			cancel()
		})
		Recv(ctx.Done(), s)
		out("%v", ctx.Err())
	}, spec{outcomes: []string{"context canceled", "context deadline exceeded"}})
	// Cancelled in time: the clock need not advance.
	check(t, func(s Site, out func(string, ...any)) {
		start := TimeNow(s)
		ctx, cancel := ContextWithTimeout(s, context.Background(), time.Hour)
		Go(s, func() { cancel() })
		Recv(ctx.Done(), s)
		out("%v %v", ctx.Err(), TimeSince(s, start))
	}, spec{outcomes: []string{"context canceled 3ns"}})
	check(t, func(s Site, out func(string, ...any)) {
		ctx, _ := ContextWithTimeout(s, context.Background(), -1)
		out("%v", ctx.Err())
	}, spec{outcomes: []string{"context deadline exceeded"}, native: true})
}

func TestContextAfterFunc(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ctx, cancel := ContextWithCancel(s, context.Background())
		ran := make(chan bool, 1)
		stop := ContextAfterFunc(s, ctx, func() { SendTo(ran, s).Send(true) })
		Go(s, func() { cancel() })
		if stop() {
			out("stopped")
			return
		}
		Recv(ran, s)
		out("ran %t", stop())
	}, spec{outcomes: []string{"ran false", "stopped"}, native: true})
	check(t, func(s Site, out func(string, ...any)) {
		ctx, cancel := ContextWithCancel(s, context.Background())
		cancel()
		ran := make(chan bool)
		ContextAfterFunc(s, ctx, func() { Close(ran, s) })
		Recv(ran, s)
	}, spec{outcomes: []string{""}, native: true})
}

type key string

// foreign is a user's own context, with a Done channel of its own.
type foreign struct {
	context.Context
	done chan struct{}
	s    Site
}

func (f foreign) Done() <-chan struct{} { return f.done }

func (f foreign) Err() error {
	if Select(f.s, true, RecvCase(f.done, f.s)) == 0 {
		return errors.New("foreign")
	}
	return nil
}

func TestContextOfUsersOwnType(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		top := foreign{context.Background(), make(chan struct{}), s}
		ctx, cancel := ContextWithCancel(s, top)
		Go(s, func() { Close(top.done, s) })
		Go(s, func() { cancel() })
		Recv(ctx.Done(), s)
		out("%v", ctx.Err())
	}, spec{outcomes: []string{"context canceled", "foreign"}, native: true})
}

// TestContextInPlainCode derives contexts by package context itself.
func TestContextInPlainCode(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		top, cancel := ContextWithCancelCause(s, context.Background())
		ctx := ContextWithValue(s, top, key("k"), 7)
		plain, stop := context.WithCancel(ctx)
		defer stop()
		low, _ := ContextWithCancel(s, plain)
		cancel(errors.New("why"))
		out("%v %v %v", plain.Err(), plain.Value(key("k")), context.Cause(top))
		Recv(low.Done(), s)
		out("%v", low.Err())
	}, spec{outcomes: []string{"context canceled context canceled 7 context canceled"}})
}

func TestContextStrings(t *testing.T) {
	s := testSites(t, "x")
	once(Settings{}, func() {
		a, _ := ContextWithCancel(s, context.Background())
		b, _ := ContextWithTimeout(s, ContextWithValue(s, a, key("k"), "v"), time.Minute)
		const want = "context.Background.WithCancel.WithValue(runtime.key, v).WithDeadline("
		if got := fmt.Sprint(b); len(got) < len(want) || got[:len(want)] != want {
			t.Errorf("%s", got)
		}
	})
}

func TestContextNilParent(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		defer func() { out("%v", recover()) }()
		ContextWithCancel(s, nil)
	}, spec{outcomes: []string{"cannot create context from nil parent"}, native: true})
}

// A context that is cancelled from the start is ready like one that is
// cancelled later, also where no execution so far has looked at it: the case
// before it in a select is not all there is.
func TestContextBornCancelled(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		top, cancel := ContextWithCancel(s, context.Background())
		cancel()
		low, _ := ContextWithCancel(s, top)
		c := make(chan int, 1)
		Go(s, func() { SendTo(c, s).Send(1) })
		if Select(s, true, RecvCase(c, s), RecvCase(low.Done(), s)) == 0 {
			out("value")
		} else {
			out("cancelled")
		}
	}, spec{outcomes: []string{"cancelled", "value"}})
	check(t, func(s Site, out func(string, ...any)) {
		top, cancel := ContextWithCancel(s, context.Background())
		cancel()
		low, _ := ContextWithCancel(s, valueOnly{top})
		c := make(chan int, 1)
		SendTo(c, s).Send(1)
		if Select(s, true, RecvCase(c, s), RecvCase(low.Done(), s)) == 0 {
			out("value")
		} else {
			out("cancelled")
		}
	}, spec{outcomes: []string{"cancelled", "value"}})
}

// valueOnly is a context of somebody else's making: nothing says what it wraps.
type valueOnly struct{ context.Context }

func (valueOnly) Value(any) any { return nil }

// A context of somebody else's making that calls functions itself, and wraps one of ours.
type foreignContext struct {
	context.Context
	done  chan struct{}
	hooks map[int]func()
	next  int
}

func (f *foreignContext) Done() <-chan struct{} { return f.done }

func (f *foreignContext) AfterFunc(g func()) func() bool {
	id := f.next
	f.next++
	f.hooks[id] = g
	return func() bool {
		_, ok := f.hooks[id]
		delete(f.hooks, id)
		return ok
	}
}

// TestContextsOfForeign: who is cancelled by itself leaves a foreign parent, and what that wraps
// says the cause.
func TestContextsOfForeign(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		top, cancelTop := ContextWithCancelCause(s, context.Background())
		f := &foreignContext{Context: top, done: make(chan struct{}), hooks: map[int]func(){}}
		a, cancel := ContextWithCancel(s, f)
		b, cancelLate := ContextWithTimeout(s, f, time.Hour)
		defer cancelLate()
		stop := ContextAfterFunc(s, f, func() {})
		hooks := len(f.hooks)
		cancel()
		stopped := stop()
		TimeSleep(s, 2*time.Hour)
		left := len(f.hooks)

		low, cancelLow := ContextWithCancel(s, f)
		defer cancelLow()
		cancelTop(errors.New("why"))
		for _, g := range f.hooks {
			g()
		}
		out("%d %d %v %v %t %v %v", hooks, left, a.Err(), b.Err(), stopped, low.Err(), ContextCause(s, low))
	}, spec{outcomes: []string{"3 0 context canceled context deadline exceeded true context canceled why"}})
}
