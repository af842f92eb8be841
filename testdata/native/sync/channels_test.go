// Package sync misuses channels, locks and timers; each test has a correct twin.
package sync

import (
	"sync"
	"testing"
)

// SendOrClose: one goroutine sends, another closes.
func TestSendOrCloseBad(t *testing.T) {
	c := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Go(func() { c <- 1 })
	wg.Go(func() { close(c) })
	wg.Wait()
}

func TestSendOrCloseGood(t *testing.T) {
	c := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Go(func() { c <- 1; close(c) })
	wg.Wait()
}

// SendAfterClose: a send on a closed channel.
func TestSendAfterCloseBad(t *testing.T) {
	c := make(chan int, 1)
	close(c)
	c <- 1
}

func TestSendAfterCloseGood(t *testing.T) {
	c := make(chan int, 1)
	c <- 1
	close(c)
}

// CloseTwice: two goroutines close a channel.
func TestCloseTwiceBad(t *testing.T) {
	c := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { close(c) })
	}
	wg.Wait()
}

func TestCloseTwiceGood(t *testing.T) {
	c := make(chan int)
	var once sync.Once
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { once.Do(func() { close(c) }) })
	}
	wg.Wait()
}

// CloseNil: a nil channel is closed.
func TestCloseNilBad(t *testing.T) {
	var c chan int
	close(c)
}

func TestCloseNilGood(t *testing.T) {
	c := make(chan int)
	close(c)
}

// NilChannel: a receive from a nil channel.
func TestNilChannelBad(t *testing.T) {
	var c chan int
	<-c
}

func TestNilChannelGood(t *testing.T) {
	var c chan int
	select {
	case <-c:
	default:
	}
}

// NoReceiver: a send that nobody receives.
func TestNoReceiverBad(t *testing.T) {
	c := make(chan int)
	c <- 1
}

func TestNoReceiverGood(t *testing.T) {
	c := make(chan int, 1)
	c <- 1
}

// NeverClosed: a range over a channel that nobody closes.
func TestNeverClosedBad(t *testing.T) {
	c := make(chan int, 2)
	c <- 1
	for range c {
	}
}

func TestNeverClosedGood(t *testing.T) {
	c := make(chan int, 2)
	c <- 1
	close(c)
	for range c {
	}
}

// CapacityAsLock: a channel with room for two is no lock.
func TestCapacityAsLockBad(t *testing.T) { channelAsLock(2) }

func TestCapacityAsLockGood(t *testing.T) { channelAsLock(1) }

func channelAsLock(capacity int) {
	lock := make(chan int, capacity)
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			lock <- 1
			n++
			<-lock
		})
	}
	wg.Wait()
}

// WrittenAfterSend: what was sent is written afterwards.
func TestWrittenAfterSendBad(t *testing.T) {
	c := make(chan *int, 1)
	go func() {
		n := 1
		c <- &n
		n = 2
	}()
	_ = *<-c
}

func TestWrittenAfterSendGood(t *testing.T) {
	c := make(chan *int, 1)
	go func() {
		n := 1
		n = 2
		c <- &n
	}()
	_ = *<-c
}

// WrittenAfterClose: a close announces what is written only then.
func TestWrittenAfterCloseBad(t *testing.T) {
	done, n := make(chan int), 0
	go func() {
		close(done)
		n = 1
	}()
	<-done
	_ = n
}

func TestWrittenAfterCloseGood(t *testing.T) {
	done, n := make(chan int), 0
	go func() {
		n = 1
		close(done)
	}()
	<-done
	_ = n
}

// SelectDefault: a select with default does not wait.
func TestSelectDefaultBad(t *testing.T) {
	done, n := make(chan int), 0
	go func() {
		n = 1
		close(done)
	}()
	select {
	case <-done:
	default:
	}
	_ = n
}

func TestSelectDefaultGood(t *testing.T) {
	done, n := make(chan int), 0
	go func() {
		n = 1
		close(done)
	}()
	select {
	case <-done:
		_ = n
	default:
	}
	<-done
}

// SelectEither: of two channels the one that is ready announces its own only.
func TestSelectEitherBad(t *testing.T) {
	a, b, n, m := make(chan int), make(chan int), 0, 0
	go func() { n = 1; close(a) }()
	go func() { m = 1; close(b) }()
	select {
	case <-a:
	case <-b:
	}
	_ = n + m
}

func TestSelectEitherGood(t *testing.T) {
	a, b, n, m := make(chan int), make(chan int), 0, 0
	go func() { n = 1; close(a) }()
	go func() { m = 1; close(b) }()
	select {
	case <-a:
		<-b
	case <-b:
		<-a
	}
	_ = n + m
}

// AddInGoroutine: Add in the goroutine, beside Wait.
func TestAddInGoroutineBad(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	go func() {
		wg.Add(1)
		defer wg.Done()
		n = 1
	}()
	wg.Wait()
	_ = n
}

func TestAddInGoroutineGood(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		n = 1
	}()
	wg.Wait()
	_ = n
}

// DoneTooOften: a negative counter.
func TestDoneTooOftenBad(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done()
}

func TestDoneTooOftenGood(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	wg.Done()
	wg.Done()
	wg.Wait()
}

// DoneMissing: Wait for ever.
func TestDoneMissingBad(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	go wg.Done()
	wg.Wait()
}

func TestDoneMissingGood(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	go wg.Done()
	go wg.Done()
	wg.Wait()
}

// DoneBeforeWrite: Done announces what is written only then.
func TestDoneBeforeWriteBad(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		wg.Done()
		n = 1
	}()
	wg.Wait()
	_ = n
}

func TestDoneBeforeWriteGood(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		n = 1
		wg.Done()
	}()
	wg.Wait()
	_ = n
}

// CopiedWaitGroup: Done of a copy.
func TestCopiedWaitGroupBad(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func(wg sync.WaitGroup) { wg.Done() }(wg)
	wg.Wait()
}

func TestCopiedWaitGroupGood(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func(wg *sync.WaitGroup) { wg.Done() }(&wg)
	wg.Wait()
}
