package verdicts

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// A send and a close that nothing orders, for -race and for gocheck.

func TestSendClose(t *testing.T) {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1
		close(done)
	}()
	time.Sleep(time.Millisecond)
	close(c)
	<-done
}

func TestSendCloseUnbuffered(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	go func() { <-c }()
	time.Sleep(time.Millisecond)
	close(c)
}

func TestSelectClose(t *testing.T) {
	c, d := make(chan int), make(chan int, 1)
	go func() {
		select {
		case c <- 1:
		case d <- 1:
		}
	}()
	time.Sleep(time.Millisecond)
	close(c)
}

// The panic is recovered, and what sends says nothing.
func TestSendCloseRecovered(t *testing.T) {
	c := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() { recover() }()
		c <- 1
	}()
	close(c)
	wg.Wait()
}

// What they lead to is a send on a closed channel: it is reported, whichever order was
// executed.

func TestSendCloseFails(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	close(c)
}

func TestSendCloseWaits(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	go func() { <-c }()
	close(c)
}

func TestSelectCloseFails(t *testing.T) {
	c, d := make(chan int), make(chan int, 1)
	go func() {
		select {
		case d <- 1:
		case c <- 1:
		}
	}()
	close(c)
}

func TestSelectDefaultCloseFails(t *testing.T) {
	var mu sync.Mutex
	c := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		mu.Unlock()
		select {
		case c <- 1:
		default:
		}
	})
	mu.Lock()
	mu.Unlock()
	close(c)
	wg.Wait()
}

// Of several sends the last one is the first that can come after the close.
func TestSendsCloseFails(t *testing.T) {
	c := make(chan int, 3)
	ready := make(chan bool)
	go func() {
		c <- 1
		ready <- true
		c <- 2
		c <- 3
	}()
	<-ready
	close(c)
}

// The panic is recovered, and told as an error.
func TestSendCloseTold(t *testing.T) {
	c := make(chan int, 1)
	told := make(chan any)
	go func() {
		defer func() { told <- recover() }()
		c <- 1
	}()
	close(c)
	if v := <-told; v != nil {
		t.Errorf("recovered: %v", v)
	}
}

func TestSendCloseWrapped(t *testing.T) {
	c := make(chan int, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				panic(fmt.Errorf("sending: %v", v))
			}
		}()
		c <- 1
	}()
	close(c)
}

func TestSendCloseOrdered(t *testing.T) {
	c := make(chan int, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c <- i
		}()
	}
	wg.Wait()
	close(c)
}

func TestSendCloseAcknowledged(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
	close(c)
}

// A race beside a failure of the test's own word: both are reported, the race first.
func TestRaceAndError(t *testing.T) {
	n := 0
	done := make(chan bool)
	go func() {
		n = 1
		close(done)
	}()
	n++
	<-done
	t.Error("always")
}

func TestErrorAndRace(t *testing.T) {
	n := 0
	t.Error("always")
	done := make(chan bool)
	go func() {
		n = 1
		close(done)
	}()
	n++
	<-done
}
