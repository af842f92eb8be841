package litmus

import (
	"testing"
	"time"

	"gocheck.dev"
)

// Events of one poster come in their order.
//
// Outcomes: 123
func TestHandlerFIFO(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.FIFO())
	n, done := 0, make(chan bool)
	for i := 1; i <= 3; i++ {
		h.Post(func() { n = 10*n + i })
	}
	h.Post(func() { close(done) })
	<-done
	see("%d", n)
}

// Two posters' events come in any order; what a post says is seen by its event.
//
// Outcomes: 12, 21
func TestHandlerPosters(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.FIFO())
	n, done := 0, make(chan int, 2)
	for i := 1; i <= 2; i++ {
		go h.Post(func() {
			n = 10*n + i
			done <- n
		})
	}
	<-done
	see("%d", <-done)
}

// An unordered mailbox gives any event.
//
// Outcomes: 12, 21
func TestHandlerUnordered(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.Unordered())
	n, done := 0, make(chan int, 2)
	for i := 1; i <= 2; i++ {
		h.Post(func() {
			n = 10*n + i
			done <- n
		})
	}
	<-done
	see("%d", <-done)
}

// Events do not overlap, and need no lock.
//
// Outcomes: 2
func TestHandlerExclusive(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.FIFO())
	n, done := 0, make(chan int, 2)
	for range 2 {
		go h.Post(func() {
			old := n
			<-time.After(0)
			n = old + 1
			done <- n
		})
	}
	<-done
	see("%d", <-done)
}

// PostFront comes before what waits; not before the event that runs.
//
// Outcomes: 12, 21
func TestHandlerPostFront(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.FIFO())
	n, done := 0, make(chan int, 2)
	add := func(i int) func() {
		return func() {
			n = 10*n + i
			done <- n
		}
	}
	h.Post(add(1))
	h.PostFront(add(2))
	<-done
	see("%d", <-done)
}

// Posted by an event, in front of one that waits.
//
// Outcomes: 132
func TestHandlerPostFrontInside(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.FIFO())
	n, done := 0, make(chan int, 3)
	add := func(i int) {
		n = 10*n + i
		done <- n
	}
	h.Post(func() {
		h.Post(func() { add(2) })
		h.PostFront(func() { add(3) })
		add(1)
	})
	<-done
	<-done
	see("%d", <-done)
}

// Two handlers run their events together.
//
// Outcomes: 12, 21
func TestHandlersTwo(t *testing.T) {
	c := make(chan int, 2)
	for i := 1; i <= 2; i++ {
		gocheck.NewHandler("h", gocheck.FIFO()).Post(func() { c <- i })
	}
	a := <-c
	b := <-c
	see("%d%d", a, b)
}

// After Close a post panics; what was posted before is run.
//
// Outcomes: panic 1
func TestHandlerClose(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.FIFO())
	done := make(chan int, 1)
	h.Post(func() { done <- 1 })
	h.Close()
	h.Close()
	defer func() {
		if recover() != nil {
			see("panic %d", <-done)
		}
	}()
	h.Post(func() {})
}

// Post and Close: either is first.
//
// Outcomes: posted, panic
func TestHandlerCloseRace(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.FIFO())
	result := make(chan string, 1)
	go func() {
		defer func() {
			if recover() != nil {
				result <- "panic"
			}
		}()
		h.Post(func() { result <- "posted" })
	}()
	h.Close()
	see("%s", <-result)
}

// PostAfter comes later than what is posted now.
//
// Outcomes: 21
//
// Native: slow
func TestHandlerPostAfter(t *testing.T) {
	h := gocheck.NewHandler("h", gocheck.FIFO())
	n, done := 0, make(chan int, 2)
	h.PostAfter(20*time.Millisecond, func() {
		n = 10*n + 1
		done <- n
	})
	h.Post(func() {
		n = 10*n + 2
		done <- n
	})
	<-done
	see("%d", <-done)
}

// A choice takes each value.
//
// Outcomes: 0, 1, 2
func TestChoose(t *testing.T) {
	see("%d", gocheck.Choose(3))
}

// A failed assertion is a panic, natively.
//
// Outcomes: !panic
//
// Gocheck: !assert; it is a kind of its own
func TestAssert(t *testing.T) {
	gocheck.Assert(1 == 2, "%d", 1)
	see("not reached")
}
