package verdicts

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var (
	garbage []byte
	kept    [][]byte
)

// Garbage without end is no blocking, nor is collecting it.

func TestGarbage(t *testing.T) {
	s := strings.Repeat("a", 1<<20)
	for range 500 {
		garbage = []byte(s)
	}
}

func TestCollects(t *testing.T) {
	for range 20000 {
		kept = append(kept, make([]byte, 100))
	}
	done := make(chan bool)
	go func() {
		for range 20 {
			runtime.GC()
		}
		close(done)
	}()
	for range 20 {
		runtime.GC()
	}
	<-done
}

// The clock is near the present.
func TestYear(t *testing.T) {
	if y := time.Now().Year(); y < 2025 {
		t.Fatal(y)
	}
}

func TestBubbleDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer func() {
			if v := recover(); v != "testing: t.Deadline called inside synctest bubble" {
				t.Error(v)
			}
		}()
		t.Deadline()
	})
}

func TestLogOrders(t *testing.T) {
	n := 0
	go func() {
		n++
		t.Log("a")
	}()
	time.Sleep(10 * time.Millisecond)
	t.Log("b")
	if n != 1 {
		t.Fatal(n)
	}
}

// Natively the second goroutine goes on after a second at the latest.
func TestSlowEnd(t *testing.T) {
	var slow atomic.Bool
	ch := make(chan struct{})
	go func() {
		if slow.Load() {
			time.Sleep(time.Second)
		}
		close(ch)
	}()
	go func() { <-ch }()
	slow.Store(true)
}

// Here it does not go on where the first one sleeps.
func TestSlowLeak(t *testing.T) {
	var slow atomic.Bool
	ch := make(chan struct{})
	go func() {
		if slow.Load() {
			time.Sleep(time.Second)
			return
		}
		close(ch)
	}()
	go func() { <-ch }()
	slow.Store(true)
}
