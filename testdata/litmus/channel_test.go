package litmus

import (
	"fmt"
	"sync"
	"testing"
)

// A channel with room: two senders' values in either order.
//
// Outcomes: 12, 21
func TestBuffered(t *testing.T) {
	c := make(chan int, 2)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	a := <-c
	b := <-c
	see("%d%d", a, b)
}

// A channel without: the same.
//
// Outcomes: 12, 21
func TestUnbuffered(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	a := <-c
	b := <-c
	see("%d%d", a, b)
}

// One sender's values come in its order.
//
// Outcomes: 123
func TestFIFO(t *testing.T) {
	c := make(chan int, 1)
	go func() {
		for i := 1; i <= 3; i++ {
			c <- i
		}
		close(c)
	}()
	n := 0
	for v := range c {
		n = 10*n + v
	}
	see("%d", n)
}

// Two receivers share the values in any way.
//
// Outcomes: [] [1 2], [1] [2], [2] [1], [1 2] []
func TestReceivers(t *testing.T) {
	c := make(chan int, 2)
	c <- 1
	c <- 2
	close(c)
	var got [2][]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			for v := range c {
				got[i] = append(got[i], v)
			}
		})
	}
	wg.Wait()
	see("%v %v", got[0], got[1])
}

// Two senders and two receivers, without a buffer.
//
// Outcomes: 12, 21
func TestPairs(t *testing.T) {
	c := make(chan int)
	var got [2]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { c <- i + 1 })
		wg.Go(func() { got[i] = <-c })
	}
	wg.Wait()
	see("%d%d", got[0], got[1])
}

// A send on a channel with room happens before its receive, not the other way
// round: the sender may be done or not.
//
// Outcomes: 0, 1
func TestBufferedIsAsynchronous(t *testing.T) {
	c, seen := make(chan int, 1), make(chan int, 1)
	go func() {
		c <- 1
		seen <- 1
	}()
	<-c
	n := len(seen)
	<-seen
	see("%d", n)
}

// The k-th receive happens before the (k+cap)-th send is complete: a semaphore.
//
// Outcomes: 2
func TestSemaphore(t *testing.T) {
	sem := make(chan struct{}, 1)
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() {
			sem <- struct{}{}
			n++
			<-sem
		})
	}
	wg.Wait()
	see("%d", n)
}

// A rendezvous orders both ways: the sender sees what the receiver has done
// before it, too.
//
// Outcomes: 11
func TestRendezvous(t *testing.T) {
	c, done := make(chan bool), make(chan bool)
	var x, y, seen int
	go func() {
		x = 1
		c <- true
		seen = y
		close(done)
	}()
	y = 1
	<-c
	n := x
	<-done
	see("%d%d", n, seen)
}

// Close wakes all receivers; each gets the zero value and false.
//
// Outcomes: 0 false 0 false
func TestCloseWakesAll(t *testing.T) {
	c := make(chan int)
	got := make(chan string, 2)
	for range 2 {
		go func() {
			v, ok := <-c
			got <- fmt.Sprintf("%d %t", v, ok)
		}()
	}
	close(c)
	a := <-got
	b := <-got
	see("%s %s", a, b)
}

// What is in the buffer is received before the close is seen.
//
// Outcomes: 1 true 2 true 0 false
func TestCloseKeepsBuffer(t *testing.T) {
	c := make(chan int, 2)
	go func() {
		c <- 1
		c <- 2
		close(c)
	}()
	a, ok1 := <-c
	b, ok2 := <-c
	d, ok3 := <-c
	see("%d %t %d %t %d %t", a, ok1, b, ok2, d, ok3)
}

// What comes before the close is seen by who sees the close.
//
// Outcomes: 1
func TestCloseOrders(t *testing.T) {
	c := make(chan bool)
	x := 0
	go func() {
		x = 1
		close(c)
	}()
	<-c
	see("%d", x)
}

// A send on a closed channel panics; the sender may have been first.
//
// Outcomes: sent, panic
//
// Native: without -race, to which a send and a close without order are a race
//
// Gocheck: panic, !race; to gocheck they are a race, too
func TestSendOnClosed(t *testing.T) {
	c := make(chan int, 1)
	result := make(chan string)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				result <- "panic"
			}
		}()
		c <- 1
		result <- "sent"
	}()
	close(c)
	see("%s", <-result)
}

// A sender that waits is woken by the close, and panics.
//
// Outcomes: send on closed channel
//
// Native: without -race, to which a send and a close without order are a race
func TestCloseWakesSender(t *testing.T) {
	c := make(chan int)
	result := make(chan any)
	go func() {
		defer func() { result <- recover() }()
		c <- 1
	}()
	close(c)
	see("%v", <-result)
}

// Not recovered from, it is a misuse of a channel.
//
// Outcomes: done, !close
//
// Native: without -race, to which a send and a close without order are a race
//
// Gocheck: !close, !race; to gocheck they are a race, too
func TestSendOnClosedFails(t *testing.T) {
	c := make(chan int, 1)
	done := make(chan bool, 1)
	go func() {
		c <- 1
		done <- true
	}()
	close(c)
	<-done
	see("done")
}

// Closed twice: the second one panics.
//
// Outcomes: 1
func TestCloseTwice(t *testing.T) {
	c := make(chan int)
	failed := make(chan int, 2)
	for range 2 {
		go func() {
			defer func() {
				if recover() != nil {
					failed <- 1
				} else {
					failed <- 0
				}
			}()
			close(c)
		}()
	}
	see("%d", <-failed+<-failed)
}

// Close of a nil channel.
//
// Outcomes: !close
func TestCloseNil(t *testing.T) {
	var c chan int
	close(c)
}

// A nil channel blocks for ever.
//
// Outcomes: !deadlock
func TestReceiveNil(t *testing.T) {
	var c chan int
	<-c
}

// For sends too.
//
// Outcomes: !deadlock
func TestSendNil(t *testing.T) {
	var c chan<- int
	c <- 1
}

// As does a range over it.
//
// Outcomes: !deadlock
func TestRangeNil(t *testing.T) {
	var c chan int
	for range c {
	}
}

// Nobody receives.
//
// Outcomes: !deadlock
func TestSendWithoutReceiver(t *testing.T) {
	c := make(chan int, 1)
	c <- 1
	c <- 2
}

// len is what is in the buffer, now.
//
// Outcomes: 0, 1, 2
func TestLen(t *testing.T) {
	c := make(chan int, 2)
	done := make(chan bool)
	go func() {
		c <- 1
		c <- 2
		close(done)
	}()
	n := len(c)
	<-done
	see("%d", n)
}

// len of a channel without a buffer is 0, whoever waits there; cap is what it
// was made with; both of nil are 0.
//
// Outcomes: 0 0 3 0 0
func TestLenUnbuffered(t *testing.T) {
	c, d := make(chan int), make(chan int, 3)
	go func() { c <- 1 }()
	n := len(c)
	<-c
	var none chan int
	see("%d %d %d %d %d", n, cap(c), cap(d), len(none), cap(none))
}

// len sees a receive as well.
//
// Outcomes: 0, 1
func TestLenReceive(t *testing.T) {
	c, done := make(chan int, 1), make(chan bool)
	c <- 1
	go func() {
		<-c
		close(done)
	}()
	n := len(c)
	<-done
	see("%d", n)
}

// A channel of channels: a request carries the way back.
//
// Outcomes: 2 4, 4 2
func TestChannelOfChannels(t *testing.T) {
	type request struct {
		n    int
		back chan int
	}
	requests := make(chan request)
	go func() {
		for r := range requests {
			r.back <- 2 * r.n
		}
	}()
	answers := make(chan int, 2)
	for i := 1; i <= 2; i++ {
		go func() {
			r := request{i, make(chan int)}
			requests <- r
			answers <- <-r.back
		}()
	}
	a := <-answers
	b := <-answers
	close(requests)
	see("%d %d", a, b)
}

// Values pass through a pipeline in order.
//
// Outcomes: 24
func TestPipeline(t *testing.T) {
	in, out := make(chan int), make(chan int)
	go func() {
		defer close(in)
		in <- 1
		in <- 2
	}()
	go func() {
		defer close(out)
		for v := range in {
			out <- 2 * v
		}
	}()
	n := 0
	for v := range out {
		n = 10*n + v
	}
	see("%d", n)
}

// Evaluation: the value is computed before the send waits.
//
// Outcomes: 1
func TestSendValueIsEarly(t *testing.T) {
	c, started := make(chan int), make(chan bool)
	x := 1
	go func() {
		v := x
		close(started)
		c <- v
	}()
	<-started
	x = 2
	see("%d", <-c)
}
