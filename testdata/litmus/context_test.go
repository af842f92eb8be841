package litmus

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// short names an error of a context.
func short(err error) string {
	switch {
	case err == nil:
		return "nil"
	case err == context.Canceled:
		return "canceled"
	case err == context.DeadlineExceeded:
		return "deadline"
	}
	return err.Error()
}

// Err is nil until the context is cancelled; then it says so.
//
// Outcomes: nil canceled, canceled canceled
func TestContextErr(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	a := ctx.Err()
	<-ctx.Done()
	see("%s %s", short(a), short(ctx.Err()))
}

// What comes before cancel is seen by who sees Done.
//
// Outcomes: 1
func TestContextOrders(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	x := 0
	go func() {
		x = 1
		cancel()
	}()
	<-ctx.Done()
	see("%d", x)
}

// Cancelled twice: the first cause counts.
//
// Outcomes: a, b
func TestContextCause(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	for _, name := range []string{"a", "b"} {
		go cancel(errors.New(name))
	}
	<-ctx.Done()
	see("%v", context.Cause(ctx))
}

// A cause is of the cancellation, Err is always the same.
//
// Outcomes: canceled stop
func TestContextCauseErr(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("stop"))
	cancel(nil)
	see("%s %v", short(ctx.Err()), context.Cause(ctx))
}

// A parent cancels its children, with its cause.
//
// Outcomes: canceled stop
func TestContextChild(t *testing.T) {
	parent, cancel := context.WithCancelCause(context.Background())
	child, release := context.WithCancel(parent)
	defer release()
	go cancel(errors.New("stop"))
	<-child.Done()
	see("%s %v", short(child.Err()), context.Cause(child))
}

// Who sees the child cancelled by its parent sees the parent cancelled.
//
// Outcomes: canceled
func TestContextChildThenParent(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	child, release := context.WithCancel(parent)
	defer release()
	go cancel()
	<-child.Done()
	see("%s", short(parent.Err()))
}

// Who sees the parent cancelled may still find the child as it was.
//
// Outcomes: nil, canceled
func TestContextParentThenChild(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	child, release := context.WithCancel(parent)
	go cancel()
	<-parent.Done()
	see("%s", short(child.Err()))
	release()
}

// When cancel returns all children are cancelled.
//
// Outcomes: canceled canceled
func TestContextCancelWaits(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	child, release := context.WithCancel(parent)
	defer release()
	grandchild, release2 := context.WithCancel(context.WithValue(child, t, 1))
	defer release2()
	cancel()
	see("%s %s", short(child.Err()), short(grandchild.Err()))
}

// A child's cancellation leaves the parent alone.
//
// Outcomes: nil canceled
func TestContextUpwards(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	child, release := context.WithCancel(parent)
	release()
	see("%s %s", short(parent.Err()), short(child.Err()))
	cancel()
}

// Two children are cancelled one after the other, in the order of a map: any.
//
// Outcomes: 00, 01, 10, 11
func TestContextChildren(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	a, releaseA := context.WithCancel(parent)
	b, releaseB := context.WithCancel(parent)
	done := make(chan bool)
	go func() {
		cancel()
		close(done)
	}()
	second := b.Err() != nil
	first := a.Err() != nil
	if first && !second { // b may have been cancelled since
		second = b.Err() != nil
	}
	<-done
	see("%d%d", bit(first), bit(second))
	releaseA()
	releaseB()
}

// A child of a cancelled parent is cancelled from the beginning.
//
// Outcomes: canceled
func TestContextOfCancelled(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	cancel()
	child, release := context.WithCancel(parent)
	defer release()
	see("%s", short(child.Err()))
}

// A child is made while the parent is cancelled: in the end it is cancelled too.
//
// Outcomes: nil canceled, canceled canceled
func TestContextRace(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	go cancel()
	child, release := context.WithCancel(parent)
	defer release()
	a := child.Err()
	<-child.Done()
	see("%s %s", short(a), short(child.Err()))
}

// WithoutCancel does not follow its parent; it has its values.
//
// Outcomes: nil true v
func TestContextWithoutCancel(t *testing.T) {
	type key struct{}
	parent, cancel := context.WithCancel(context.WithValue(context.Background(), key{}, "v"))
	c := context.WithoutCancel(parent)
	cancel()
	see("%s %t %v", short(c.Err()), c.Done() == nil, c.Value(key{}))
}

// AfterFunc runs its function in a goroutine of its own, after the
// cancellation.
//
// Outcomes: canceled
func TestContextAfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	seen := make(chan error)
	context.AfterFunc(ctx, func() { seen <- ctx.Err() })
	cancel()
	see("%s", short(<-seen))
}

// stop says whether it was in time; if not, the function runs.
//
// Outcomes: true 0, false 1
func TestContextAfterFuncStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ran, cancelled := make(chan int, 1), make(chan bool)
	stop := context.AfterFunc(ctx, func() { ran <- 1 })
	go func() {
		cancel()
		close(cancelled)
	}()
	stopped := stop()
	<-cancelled
	n := 0
	if !stopped {
		n = <-ran
	}
	see("%t %d", stopped, n)
}

// Functions of two AfterFuncs run in any order.
//
// Outcomes: 12, 21
func TestContextAfterFuncs(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int, 2)
	for i := 1; i <= 2; i++ {
		context.AfterFunc(ctx, func() { c <- i })
	}
	cancel()
	a := <-c
	b := <-c
	see("%d%d", a, b)
}

// Work and cancellation: a select takes either if both are ready.
//
// Outcomes: value, canceled
func TestContextSelect(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int, 1)
	go func() {
		c <- 1
		cancel()
	}()
	select {
	case <-c:
		see("value")
	case <-ctx.Done():
		see("%s", short(ctx.Err()))
	}
	<-ctx.Done()
}

// A deadline expires.
//
// Outcomes: deadline deadline
//
// Native: slow
func TestContextDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	<-ctx.Done()
	see("%s %s", short(ctx.Err()), short(context.Cause(ctx)))
}

// A cause that is given for the deadline is that of the deadline only.
//
// Outcomes: canceled canceled, deadline late
//
// Native: slow
func TestContextDeadlineCause(t *testing.T) {
	ctx, cancel := context.WithTimeoutCause(context.Background(), 20*time.Millisecond, errors.New("late"))
	done := make(chan bool)
	go func() {
		time.Sleep(20 * time.Millisecond) // until the deadline
		cancel()
		close(done)
	}()
	<-ctx.Done()
	<-done
	see("%s %s", short(ctx.Err()), short(context.Cause(ctx)))
}

// The parent's deadline is the child's where it is earlier.
//
// Outcomes: deadline true
//
// Native: slow
func TestContextParentDeadline(t *testing.T) {
	parent, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	child, release := context.WithTimeout(parent, time.Hour)
	defer release()
	a, _ := parent.Deadline()
	b, _ := child.Deadline()
	<-child.Done()
	see("%s %t", short(child.Err()), a.Equal(b))
}

// A deadline in the past.
//
// Outcomes: deadline
func TestContextPast(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	see("%s", short(ctx.Err()))
}

// Work that ends before the deadline, or after it.
//
// Outcomes: done deadline
//
// Native: slow
func TestContextWork(t *testing.T) {
	work := func(d time.Duration) string {
		ctx, cancel := context.WithTimeout(context.Background(), 40*time.Millisecond)
		defer cancel()
		done := make(chan bool, 1)
		go func() {
			time.Sleep(d)
			done <- true
		}()
		select {
		case <-done:
			return "done"
		case <-ctx.Done():
			return short(ctx.Err())
		}
	}
	var a, b string
	var wg sync.WaitGroup
	wg.Go(func() { a = work(10 * time.Millisecond) })
	wg.Go(func() { b = work(500 * time.Millisecond) })
	wg.Wait()
	see("%s %s", a, b)
}

// own is a context of the user's with a Done channel of its own.
type own struct {
	context.Context
	done chan struct{}
}

func (o own) Done() <-chan struct{} { return o.done }

func (o own) Err() error {
	select {
	case <-o.done:
		return errors.New("own")
	default:
		return nil
	}
}

// A child of such a context follows it.
//
// Outcomes: own
func TestContextOwn(t *testing.T) {
	parent := own{context.Background(), make(chan struct{})}
	child, release := context.WithCancel(parent)
	defer release()
	go close(parent.done)
	<-child.Done()
	see("%s", short(child.Err()))
}

// A struct that embeds a context is one, and its child is cancelled in the same
// step.
//
// Outcomes: canceled
func TestContextEmbedded(t *testing.T) {
	type request struct{ context.Context }
	ctx, cancel := context.WithCancel(context.Background())
	child, release := context.WithCancel(request{ctx})
	defer release()
	cancel()
	see("%s", short(child.Err()))
}

// Values are found upwards, whoever cancels.
//
// Outcomes: 1 2 <nil>
func TestContextValue(t *testing.T) {
	type key int
	ctx := context.WithValue(context.Background(), key(1), 1)
	ctx, cancel := context.WithCancel(ctx)
	ctx = context.WithValue(ctx, key(2), 2)
	cancel()
	see("%v %v %v", ctx.Value(key(1)), ctx.Value(key(2)), ctx.Value(key(3)))
}
