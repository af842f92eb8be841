package users

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestOKAfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan int)
	context.AfterFunc(ctx, func() { close(done) })
	cancel()
	<-done
}
func TestBugAfterFuncStop(t *testing.T) { // the function may have been started
	ctx, cancel := context.WithCancel(t.Context())
	var n atomic.Int32
	stop := context.AfterFunc(ctx, func() { n.Add(1) })
	ok := false
	two(cancel, func() { ok = stop() })
	if !ok {
		t.Error("late")
	}
}
func TestOKAfterFuncStopEither(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan int)
	stop := context.AfterFunc(ctx, func() { close(done) })
	two(cancel, func() {
		if !stop() {
			<-done
		}
	})
}
func TestBugAfterFuncNotAwaited(t *testing.T) { // stop does not wait
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	stop := context.AfterFunc(ctx, func() { n++ })
	cancel()
	stop()
	sink2(n)
	n++
}
func TestBugAfterFuncBeforeCancelReturns(t *testing.T) { // it runs in a goroutine of its own
	ctx, cancel := context.WithCancel(t.Context())
	var n atomic.Int32
	context.AfterFunc(ctx, func() { n.Add(1) })
	cancel()
	if n.Load() != 1 {
		t.Error("later")
	}
}
func TestOKWithoutCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := context.WithoutCancel(ctx)
	two(cancel, func() {
		select {
		case <-w.Done():
			t.Error("done")
		default:
		}
	})
	if w.Err() != nil {
		t.Error(w.Err())
	}
}
func TestBugWithoutCancelWaits(t *testing.T) { // nobody ends it
	ctx, cancel := context.WithCancel(t.Context())
	w, c2 := context.WithCancel(context.WithoutCancel(ctx))
	_ = c2
	cancel()
	<-w.Done()
}
func TestBugCauseFirst(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	a, b := errors.New("a"), errors.New("b")
	two(func() { cancel(a) }, func() { cancel(b) })
	if context.Cause(ctx) != a {
		t.Error("b")
	}
}
func TestOKCauseStays(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	a, b := errors.New("a"), errors.New("b")
	cancel(a)
	two(func() { cancel(b) }, func() {
		if context.Cause(ctx) != a {
			t.Error("b")
		}
	})
}
func TestOKTimerStop(t *testing.T) {
	fired := make(chan int, 1)
	x := time.AfterFunc(time.Second, func() { fired <- 1 })
	if !x.Stop() {
		<-fired
	}
}
func TestBugTimerStopLate(t *testing.T) {
	var n atomic.Int32
	x := time.AfterFunc(time.Second, func() { n.Add(1) })
	time.Sleep(time.Second)
	if !x.Stop() {
		t.Error("late")
	}
}
func TestBugTimerBody(t *testing.T) { // Stop does not wait for the function
	n := 0
	x := time.AfterFunc(time.Second, func() { n++ })
	time.Sleep(time.Second)
	x.Stop()
	n++
}
func TestOKTimerBodyLocked(t *testing.T) {
	var mu sync.Mutex
	n := 0
	x := time.AfterFunc(time.Second, func() { mu.Lock(); n++; mu.Unlock() })
	time.Sleep(time.Second)
	x.Stop()
	mu.Lock()
	n++
	mu.Unlock()
}
func TestOKTimerReset(t *testing.T) { // as of Go 1.23 no stale value
	x := time.NewTimer(time.Second)
	time.Sleep(2 * time.Second)
	x.Reset(time.Hour)
	select {
	case <-x.C:
		t.Error("stale")
	default:
	}
	x.Stop()
}
func TestBugTimerDrain(t *testing.T) { // the old idiom blocks
	x := time.NewTimer(time.Second)
	time.Sleep(2 * time.Second)
	if !x.Stop() {
		<-x.C
	}
	x.Reset(time.Second)
	<-x.C
	if !x.Stop() {
		<-x.C
	}
}
func TestOKTimerResetFromBody(t *testing.T) {
	done := make(chan int)
	n := 0
	var x *time.Timer
	var mu sync.Mutex
	mu.Lock()
	x = time.AfterFunc(time.Second, func() {
		mu.Lock()
		defer mu.Unlock()
		if n++; n == 3 {
			close(done)
			return
		}
		x.Reset(time.Second)
	})
	mu.Unlock()
	<-done
}
func TestBugTimerVarRace(t *testing.T) { // the function reads x before it is set
	done := make(chan int)
	var x *time.Timer
	x = time.AfterFunc(0, func() { x.Stop(); close(done) })
	<-done
}
func TestBugTimerResetBeside(t *testing.T) {
	var n atomic.Int32
	x := time.AfterFunc(time.Second, func() { n.Add(1) })
	two(func() { time.Sleep(time.Second) }, func() { time.Sleep(time.Second); x.Reset(time.Second) })
	time.Sleep(2 * time.Second)
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}
