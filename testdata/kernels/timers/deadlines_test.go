package timers

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A request counts as failed as its deadline is over, although it was carried out.
//
// want: timing
func TestLateCheckBuggy(t *testing.T) {
	commit(t, func(ctx context.Context, paid *bool) error {
		*paid = true
		return ctx.Err()
	})
}

func TestLateCheckFixed(t *testing.T) {
	commit(t, func(ctx context.Context, paid *bool) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		*paid = true
		return nil
	})
}

func commit(t *testing.T, pay func(context.Context, *bool) error) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	paid := false
	if err := pay(ctx, &paid); err != nil && paid {
		t.Errorf("paid, and yet %v", err)
	}
}

// A worker whose deadline is over says nothing to the one that waits for its answer.
//
// want: timing
func TestSilentDeadlineBuggy(t *testing.T) { answer(false) }

func TestSilentDeadlineFixed(t *testing.T) { answer(true) }

func answer(always bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	answers := make(chan error, 1)
	go func() {
		if err := ctx.Err(); err != nil {
			if always {
				answers <- err
			}
			return
		}
		answers <- nil
	}()
	<-answers
}

// A request is sent again after a time, and both are carried out.
//
// want: timing
func TestSentAgainBuggy(t *testing.T) {
	resend(t, func(done *atomic.Int32) { done.Add(1) })
}

func TestSentAgainFixed(t *testing.T) {
	resend(t, func(done *atomic.Int32) { done.CompareAndSwap(0, 1) })
}

func resend(t *testing.T, carryOut func(*atomic.Int32)) {
	var done atomic.Int32
	var wg sync.WaitGroup
	replies := make(chan bool, 2)
	send := func() {
		wg.Go(func() {
			carryOut(&done)
			replies <- true
		})
	}
	send()
	select {
	case <-replies:
	case <-time.After(100 * time.Millisecond):
		send()
	}
	wg.Wait()
	if n := done.Load(); n != 1 {
		t.Errorf("carried out %d times", n)
	}
}

// Who has waited long enough stays in the list of those who wait: the next signal is its.
//
// want: timing
func TestDeadWaiterBuggy(t *testing.T) { waiters(t, false) }

func TestDeadWaiterFixed(t *testing.T) { waiters(t, true) }

func waiters(t *testing.T, leave bool) {
	var mu sync.Mutex
	var list []chan struct{}
	impatient, patient := make(chan struct{}, 1), make(chan struct{}, 1)
	list = append(list, impatient, patient)
	signal := func() {
		mu.Lock()
		defer mu.Unlock()
		if len(list) > 0 {
			list[0] <- struct{}{}
			list = list[1:]
		}
	}
	go func() {
		select {
		case <-impatient:
			signal()
		case <-time.After(25 * time.Millisecond):
			if !leave {
				return
			}
			mu.Lock()
			if len(list) > 0 && list[0] == impatient {
				list = list[1:]
			}
			mu.Unlock()
			select {
			case <-impatient:
				signal()
			default:
			}
		}
	}()
	signal()
	<-patient
}

// A server waits for its requests up to a time, and then closes what they use.
//
// want: timing
func TestGraceBuggy(t *testing.T) { grace(false) }

func TestGraceFixed(t *testing.T) { grace(true) }

func grace(wait bool) {
	var wg sync.WaitGroup
	database := make(chan int, 1)
	wg.Go(func() { database <- 1 })
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(80 * time.Millisecond):
		if wait {
			<-done
		}
	}
	close(database)
}

// A deadline of a connection is not taken away when the greeting has come: it ends what follows.
//
// want: fatal
func TestOldDeadlineBuggy(t *testing.T) { greet(t, false) }

func TestOldDeadlineFixed(t *testing.T) { greet(t, true) }

func greet(t *testing.T, clear bool) {
	client, server := net.Pipe()
	defer client.Close()
	go func() {
		defer server.Close()
		server.Write([]byte("hi"))
		time.Sleep(2 * time.Second)
		server.Write([]byte("on"))
	}()
	client.SetReadDeadline(time.Now().Add(time.Second))
	b := make([]byte, 2)
	if _, err := io.ReadFull(client, b); err != nil {
		return
	}
	if clear {
		client.SetReadDeadline(time.Time{})
	}
	if _, err := io.ReadFull(client, b); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}

// Two steps share one deadline: the first leaves too little of it to the second.
//
// want: fatal
func TestSharedDeadlineBuggy(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for range 2 {
		step(t, ctx)
	}
}

func TestSharedDeadlineFixed(t *testing.T) {
	for range 2 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		step(t, ctx)
		cancel()
	}
}

func step(t *testing.T, ctx context.Context) {
	done := make(chan bool, 1)
	go func() {
		time.Sleep(700 * time.Millisecond)
		done <- true
	}()
	select {
	case <-done:
	case <-ctx.Done():
		t.Error(ctx.Err())
	}
}

// A breaker is asked a little after its time is over: the goroutine that has opened it may have
// set its timer late.
//
// want: timing
func TestLateTimerBuggy(t *testing.T) { asked(t, 200*time.Millisecond) }

func TestLateTimerFixed(t *testing.T) { asked(t, 300*time.Millisecond) }

func asked(t *testing.T, after time.Duration) {
	opened := make(chan *time.Timer, 1)
	go func() { opened <- time.NewTimer(150 * time.Millisecond) }()
	time.Sleep(after)
	select {
	case <-(<-opened).C:
	default:
		t.Error("still open")
	}
}
