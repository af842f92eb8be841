package library

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// What belongs to a bubble of testing/synctest and what does not: the rules of Go 1.26, each with
// what follows them and what breaks them.

func bubble(t *testing.T, f func()) { synctest.Test(t, func(*testing.T) { f() }) }

// WaitGroups
func TestBugBubbleWGOutsideInside(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	bubble(t, func() { wg.Add(1); wg.Done() })
	wg.Done()
}
func TestBugBubbleWGDoneInside(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	bubble(t, func() { wg.Done() })
}
func TestBugBubbleWGInsideOutside(t *testing.T) {
	var wg sync.WaitGroup
	bubble(t, func() { wg.Add(1) })
	wg.Done()
}
func TestOKBubbleWGZeroed(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	bubble(t, func() { wg.Add(1); wg.Done(); wg.Wait() })
	wg.Add(1)
	wg.Done()
	wg.Wait()
}
func TestBugBubbleWGNotWaited(t *testing.T) {
	var wg sync.WaitGroup
	bubble(t, func() { wg.Add(1); wg.Done() })
	wg.Add(1)
	wg.Done()
}
func TestOKBubbleWGWaitedBlocked(t *testing.T) {
	var wg sync.WaitGroup
	bubble(t, func() {
		wg.Add(1)
		go func() { time.Sleep(1); wg.Done() }()
		wg.Wait()
	})
	wg.Add(1)
	wg.Done()
	wg.Wait()
}
func TestBugBubbleWGWaitOutsideAfter(t *testing.T) {
	var wg sync.WaitGroup
	bubble(t, func() { wg.Add(1); wg.Done() })
	wg.Wait()
}
func TestBugBubbleWGTwoBubbles(t *testing.T) {
	var wg sync.WaitGroup
	bubble(t, func() { wg.Add(1); wg.Done() })
	bubble(t, func() { wg.Add(1); wg.Done() })
}
func TestOKBubbleWGTwoBubblesWaited(t *testing.T) {
	var wg sync.WaitGroup
	bubble(t, func() { wg.Go(func() {}); wg.Wait() })
	bubble(t, func() { wg.Go(func() {}); wg.Wait() })
}
func TestBugBubbleWGWaitOtherBubble(t *testing.T) {
	var wg sync.WaitGroup
	bubble(t, func() { wg.Add(1); wg.Done() })
	bubble(t, func() { wg.Wait(); wg.Add(1); wg.Done(); wg.Wait() })
}

var global, global2, global3, global4 sync.WaitGroup

func TestOKBubbleWGGlobal(t *testing.T) {
	global.Add(1)
	bubble(t, func() { global.Add(1); global.Done() })
	global.Done()
	global.Wait()
}
func TestOKBubbleWGGlobalGo(t *testing.T) {
	bubble(t, func() { global4.Go(func() {}); global4.Wait() })
}
func TestBugBubbleWGGlobalSleeps(t *testing.T) {
	bubble(t, func() { global2.Go(func() { time.Sleep(1) }); global2.Wait() })
}

type holder struct {
	a  int
	wg sync.WaitGroup
}

var heldv holder

func TestOKBubbleWGGlobalField(t *testing.T) {
	heldv.wg.Add(1)
	bubble(t, func() { heldv.wg.Add(1); heldv.wg.Done() })
	heldv.wg.Done()
	heldv.wg.Wait()
}
func TestOKBubbleWGOutsideWaits(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	done := make(chan bool)
	go func() { wg.Wait(); close(done) }()
	bubble(t, func() { time.Sleep(1) })
	wg.Done()
	<-done
}
func TestBugBubbleWGWaitOutsideNotDurable(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	bubble(t, func() { go func() { wg.Wait() }(); time.Sleep(1) })
}
func TestBugBubbleWGOutsideWaits(t *testing.T) {
	var wg sync.WaitGroup
	ready, done := make(chan bool), make(chan bool)
	go func() { <-ready; wg.Wait(); close(done) }()
	bubble(t, func() {
		wg.Add(1)
		close(ready)
		time.Sleep(1)
		wg.Done()
	})
	<-done
}

// Channels.
func TestBugBubbleChanOutsideNotDurable(t *testing.T) {
	c := make(chan int)
	bubble(t, func() { go func() { <-c }(); time.Sleep(1); c <- 1 })
}
func TestBugBubbleChanOutsideWait(t *testing.T) {
	c := make(chan int)
	bubble(t, func() { go func() { <-c }(); synctest.Wait(); c <- 1 })
}
func TestOKBubbleChanOutsideBuffered(t *testing.T) {
	c := make(chan int, 1)
	bubble(t, func() { c <- 1; synctest.Wait(); time.Sleep(1) })
	<-c
}
func TestBugBubbleSelectMixed(t *testing.T) {
	c := make(chan int)
	bubble(t, func() {
		d := make(chan int)
		go func() {
			select {
			case <-c:
			case <-d:
			}
		}()
		time.Sleep(1)
		d <- 1
	})
}
func TestOKBubbleSelectNone(t *testing.T) {
	bubble(t, func() {
		d := make(chan int)
		go func() {
			select {
			case <-d:
			}
		}()
		time.Sleep(1)
		d <- 1
	})
}
func TestOKBubbleSelectNil(t *testing.T) {
	bubble(t, func() {
		var c chan int
		d := make(chan int)
		go func() {
			select {
			case <-c:
			case <-d:
			}
		}()
		time.Sleep(1)
		d <- 1
	})
}
func TestBugBubbleNilChan(t *testing.T) {
	bubble(t, func() {
		var c chan int
		go func() { <-c }()
		time.Sleep(1)
	})
}
func TestBugBubbleSelectEmpty(t *testing.T) {
	bubble(t, func() {
		go func() { select {} }()
		time.Sleep(1)
	})
}
func TestBugBubbleChanAfter(t *testing.T) {
	var c chan int
	bubble(t, func() { c = make(chan int, 1); c <- 1 })
	<-c
}
func TestBugBubbleChanAfterSend(t *testing.T) {
	var c chan int
	bubble(t, func() { c = make(chan int, 1) })
	c <- 1
}
func TestBugBubbleChanAfterClose(t *testing.T) {
	var c chan int
	bubble(t, func() { c = make(chan int, 1) })
	close(c)
}
func TestBugBubbleChanAfterSelect(t *testing.T) {
	var c chan int
	bubble(t, func() { c = make(chan int, 1) })
	select {
	case <-c:
	default:
	}
}
func TestOKBubbleChanAfterLen(t *testing.T) {
	var c chan int
	bubble(t, func() { c = make(chan int, 1); c <- 1 })
	if len(c) != 1 || cap(c) != 1 {
		t.Error("len")
	}
}
func TestBugBubbleChanOther(t *testing.T) {
	var c chan int
	bubble(t, func() { c = make(chan int, 1); c <- 1 })
	bubble(t, func() { <-c })
}
func TestBugBubbleChanRange(t *testing.T) {
	var c chan int
	bubble(t, func() { c = make(chan int, 1); close(c) })
	for range c {
	}
}

// Timers.
func TestBugBubbleTimerStop(t *testing.T) {
	var m *time.Timer
	bubble(t, func() { m = time.NewTimer(time.Second) })
	m.Stop()
}
func TestBugBubbleTimerReset(t *testing.T) {
	var m *time.Timer
	bubble(t, func() { m = time.NewTimer(time.Second) })
	m.Reset(1)
}
func TestBugBubbleTickerStop(t *testing.T) {
	var m *time.Ticker
	bubble(t, func() { m = time.NewTicker(time.Second) })
	m.Stop()
}
func TestBugBubbleTickerReset(t *testing.T) {
	var m *time.Ticker
	bubble(t, func() { m = time.NewTicker(time.Second) })
	m.Reset(1)
}
func TestBugBubbleTimerChan(t *testing.T) {
	var m *time.Timer
	bubble(t, func() { m = time.NewTimer(time.Second) })
	select {
	case <-m.C:
	default:
	}
}
func TestOKBubbleTimerLen(t *testing.T) {
	var m *time.Timer
	bubble(t, func() { m = time.NewTimer(time.Second) })
	_ = len(m.C)
}
func TestOKBubbleTimerOtherStop(t *testing.T) {
	var m *time.Timer
	bubble(t, func() { m = time.NewTimer(time.Second) })
	bubble(t, func() { m.Stop() })
}
func TestBugBubbleTimerOtherChan(t *testing.T) {
	var m *time.Timer
	bubble(t, func() { m = time.NewTimer(time.Second); time.Sleep(2 * time.Second) })
	bubble(t, func() { <-m.C })
}
func TestBugBubbleTimerAfterFuncStop(t *testing.T) {
	var m *time.Timer
	bubble(t, func() { m = time.AfterFunc(time.Second, func() {}) })
	m.Stop()
}
func TestOKBubbleTimerOutside(t *testing.T) {
	m := time.NewTimer(time.Hour)
	m.Stop()
	bubble(t, func() { m.Stop() })
}
func TestBugBubbleTimerOutsideNotDurable(t *testing.T) {
	m := time.NewTimer(time.Hour)
	m.Stop()
	bubble(t, func() {
		go func() { <-m.C }()
		time.Sleep(1)
	})
}
func TestOutBubbleTimerReset(t *testing.T) {
	m := time.NewTimer(time.Hour)
	m.Stop()
	bubble(t, func() {
		s := time.Now()
		m.Reset(time.Millisecond)
		<-m.C
		if time.Since(s) != 0 {
			t.Error(time.Since(s))
		}
	})
}
func TestOutBubbleTimerAfterFunc(t *testing.T) {
	var m *time.Timer
	c := make(chan bool)
	m = time.AfterFunc(time.Hour, func() { close(c) })
	m.Stop()
	bubble(t, func() {
		m.Reset(time.Millisecond)
		<-c
	})
}
