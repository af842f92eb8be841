package library

import (
	"context"
	"io"
	"iter"
	"net"
	"os"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Contexts.
func TestBugBubbleContextOutsideCancels(t *testing.T) {
	p, cancel := context.WithCancel(context.Background())
	bubble(t, func() {
		c, stop := context.WithCancel(p)
		_ = stop
		_ = c.Done()
	})
	cancel()
}
func TestBugBubbleContextOutsideCancelsNoDone(t *testing.T) {
	p, cancel := context.WithCancel(context.Background())
	bubble(t, func() {
		c, stop := context.WithCancel(p)
		_, _ = c, stop
	})
	cancel()
}
func TestBugBubbleContextTimeoutOutsideCancels(t *testing.T) {
	p, cancel := context.WithCancel(context.Background())
	bubble(t, func() {
		c, stop := context.WithTimeout(p, time.Hour)
		_, _ = c, stop
	})
	cancel()
}
func TestOKBubbleContextAfter(t *testing.T) {
	var c context.Context
	bubble(t, func() {
		d, stop := context.WithCancel(context.Background())
		c = d
		stop()
	})
	<-c.Done()
}
func TestBugBubbleContextAfterDone(t *testing.T) {
	var c context.Context
	bubble(t, func() {
		d, stop := context.WithCancel(context.Background())
		c = d
		d.Done()
		stop()
	})
	<-c.Done()
}
func TestBugBubbleContextAfterErr(t *testing.T) {
	var c context.Context
	bubble(t, func() {
		d, stop := context.WithCancel(context.Background())
		c = d
		d.Done()
		stop()
	})
	if c.Err() == nil {
		t.Error("nil")
	}
}
func TestBugBubbleContextOutsideWaits(t *testing.T) {
	p, cancel := context.WithCancel(context.Background())
	p.Done()
	bubble(t, func() {
		go func() { <-p.Done() }()
		time.Sleep(1)
		cancel()
	})
}
func TestBugBubbleContextNotDurable2(t *testing.T) {
	p, cancel := context.WithCancel(context.Background())
	p.Done()
	bubble(t, func() {
		go func() {
			select {
			case <-p.Done():
			case <-time.After(time.Second):
			}
		}()
		time.Sleep(2 * time.Second)
		cancel()
	})
}
func TestOKBubbleContextLazyInside(t *testing.T) {
	p, cancel := context.WithCancel(context.Background())
	bubble(t, func() {
		go func() { <-p.Done() }()
		time.Sleep(1)
		cancel()
	})
}
func TestOKBubbleContextInside(t *testing.T) {
	bubble(t, func() {
		p, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		<-p.Done()
	})
}
func TestBugBubbleTContextOutside(t *testing.T) {
	bubble(t, func() {
		p, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		<-p.Done()
	})
}
func TestOKBubbleTContextInside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		<-p.Done()
	})
}
func TestOKBubbleContextAfterFunc(t *testing.T) {
	bubble(t, func() {
		p, cancel := context.WithCancel(context.Background())
		n := 0
		context.AfterFunc(p, func() { n = 1 })
		cancel()
		synctest.Wait()
		if n != 1 {
			t.Error(n)
		}
	})
}

// Pipes.
func TestBugBubblePipeOutside(t *testing.T) {
	r, w := io.Pipe()
	bubble(t, func() {
		go func() { r.Read(make([]byte, 1)) }()
		time.Sleep(1)
		w.Close()
	})
}
func TestOKBubblePipeInside(t *testing.T) {
	bubble(t, func() {
		r, w := io.Pipe()
		go func() { r.Read(make([]byte, 1)) }()
		time.Sleep(1)
		w.Close()
	})
}
func TestOKBubbleCleanupInside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int, 1)
		t.Cleanup(func() { c <- 1 })
	})
}
func TestBugBubbleWaitOutside(t *testing.T) { synctest.Wait() }
func TestOKBubbleWaitRace(t *testing.T) {
	bubble(t, func() {
		n := 0
		c := make(chan int)
		go func() { n = 1; <-c }()
		synctest.Wait()
		if n != 1 {
			t.Error(n)
		}
		c <- 1
	})
}

// Not by go test -race: WaitGroup.Wait blocks while it ignores events, and with them the one that
// synctest.Wait waits for.
func TestOKBubbleWaitRaceWG(t *testing.T) {
	bubble(t, func() {
		n := 0
		var wg sync.WaitGroup
		wg.Add(1)
		go func() { n = 1; wg.Wait() }()
		synctest.Wait()
		if n != 1 {
			t.Error(n)
		}
		wg.Done()
	})
}
func TestOKBubbleSleepOutsideGoroutine(t *testing.T) {
	c := make(chan int)
	bubble(t, func() { go func() { c <- 1 }(); <-c })
}
func TestOKBubbleServedFromOutside(t *testing.T) {
	c := make(chan int)
	go func() { time.Sleep(time.Millisecond); c <- 1 }()
	bubble(t, func() { <-c })
}
func TestOKBubbleServedFromOutside2(t *testing.T) {
	c, d := make(chan int), make(chan int)
	go func() { <-d; c <- 1 }()
	bubble(t, func() { d <- 1; <-c; time.Sleep(1) })
}

func TestOKBubbleGC(t *testing.T) {
	bubble(t, func() {
		go func() { time.Sleep(1); runtime.GC() }()
		time.Sleep(1)
		runtime.GC()
		time.Sleep(1)
	})
}
func TestOKBubbleNetPipe(t *testing.T) {
	bubble(t, func() {
		a, b := net.Pipe()
		go func() { time.Sleep(time.Second); a.Write([]byte("x")); a.Close() }()
		b.SetReadDeadline(time.Now().Add(2 * time.Second))
		io.ReadAll(b)
		synctest.Wait()
	})
}
func TestBugBubbleNetPipe(t *testing.T) {
	a, b := net.Pipe()
	bubble(t, func() {
		go func() { time.Sleep(time.Second); a.Write([]byte("x")); a.Close() }()
		io.ReadAll(b)
	})
}
func TestBugBubbleOSPipe(t *testing.T) {
	bubble(t, func() {
		a, b, _ := os.Pipe()
		defer a.Close()
		go func() { time.Sleep(time.Second); b.Write([]byte("x")); b.Close() }()
		io.ReadAll(a)
	})
}
func TestBugBubbleTCP(t *testing.T) {
	bubble(t, func() {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go func() {
			time.Sleep(time.Second)
			c, err := net.Dial("tcp", l.Addr().String())
			if err == nil {
				c.Close()
			}
		}()
		c, err := l.Accept()
		if err == nil {
			c.Close()
		}
	})
}
func TestOKBubblePull(t *testing.T) {
	bubble(t, func() {
		next, stop := iter.Pull(func(yield func(int) bool) { time.Sleep(1); yield(1) })
		defer stop()
		next()
	})
}
func TestOKBubbleErrgroupLike(t *testing.T) {
	bubble(t, func() {
		sem := make(chan struct{}, 1)
		var wg sync.WaitGroup
		for range 2 {
			sem <- struct{}{}
			wg.Go(func() { time.Sleep(time.Second); <-sem })
		}
		wg.Wait()
	})
}
func mk[C ~chan E, E any]() C { return make(C) }
func TestOKBubbleGenericChan(t *testing.T) {
	bubble(t, func() {
		c := mk[chan int]()
		go func() { time.Sleep(1); c <- 1 }()
		<-c
	})
}
func TestOKBubbleAfterFuncInside(t *testing.T) {
	bubble(t, func() {
		c := make(chan int)
		time.AfterFunc(time.Second, func() { close(c) })
		<-c
	})
}
func TestOKBubbleWGDisassociated(t *testing.T) {
	var wg sync.WaitGroup
	in, out, done := make(chan bool), make(chan bool), make(chan bool)
	go func() { <-in; wg.Add(1); wg.Done(); close(out); close(done) }()
	bubble(t, func() {
		wg.Add(1)
		wg.Done()
		wg.Wait()
		close(in)
		<-out
	})
	<-done
}
func TestOKBubbleWGField(t *testing.T) {
	h := new(holder)
	bubble(t, func() { h.wg.Go(func() { time.Sleep(1) }); h.wg.Wait() })
}
func TestOKBubbleSleeperOutside(t *testing.T) {
	c := make(chan int)
	go func() { time.Sleep(2 * time.Millisecond); c <- 1 }()
	bubble(t, func() {
		s := time.Now()
		<-c
		if time.Since(s) != 0 {
			t.Error(time.Since(s))
		}
	})
}
func TestOutBubbleSleeperBoth(t *testing.T) {
	c := make(chan int)
	go func() { time.Sleep(2 * time.Millisecond); c <- 1 }()
	bubble(t, func() { go time.Sleep(time.Hour); <-c })
}
func TestOutBubbleSleeperWait(t *testing.T) {
	c := make(chan int)
	go func() { time.Sleep(2 * time.Millisecond); c <- 1 }()
	bubble(t, func() { go func() { <-c }(); synctest.Wait() })
}

func TestBugBubbleSpinTryLock(t *testing.T) {
	bubble(t, func() {
		var mu sync.Mutex
		mu.Lock()
		go func() { time.Sleep(1); mu.Unlock() }()
		for !mu.TryLock() {
		}
	})
}
func TestBugBubbleSpinRLock(t *testing.T) {
	bubble(t, func() {
		var mu sync.Mutex
		n := 0
		go func() { time.Sleep(1); mu.Lock(); n = 1; mu.Unlock() }()
		for {
			mu.Lock()
			k := n
			mu.Unlock()
			if k == 1 {
				break
			}
		}
	})
}
func TestOKBubbleSpinTryLock(t *testing.T) {
	bubble(t, func() {
		var mu sync.Mutex
		mu.Lock()
		go func() { mu.Unlock() }()
		for !mu.TryLock() {
		}
		time.Sleep(1)
	})
}
func TestOutBubbleTicker(t *testing.T) {
	m := time.NewTicker(time.Hour)
	bubble(t, func() { m.Reset(1); <-m.C })
}
