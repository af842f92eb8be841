// Package control has tests of what gocheck makes a function of the schedule,
// and of what it cannot. Every count is one of traces.
package control

import (
	"maps"
	"math/rand"
	randv2 "math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"
)

var source = rand.New(rand.NewSource(time.Now().UnixNano()))

// TestRandom: who is received first decides nothing but what is drawn where.
// The channels' capacities would show it if two executions of one schedule drew
// differently. 2 orders of the sends.
func TestRandom(t *testing.T) {
	boxes := make([]chan int, 1000)
	for i := range boxes {
		boxes[i] = make(chan int, 1)
	}
	done := make(chan bool)
	for range 2 {
		go func() {
			i := rand.Intn(500) + randv2.N(500)
			boxes[i] <- i
			if i != <-boxes[i] {
				t.Error("the two have drawn the same")
			}
			done <- true
		}()
	}
	for range 2 {
		<-done
	}
	i := source.Intn(1000)
	boxes[i] <- i
	<-boxes[i]
}

// TestMapOrder: channels as keys come in the order of their insertion.
// 1 trace: nobody else is there.
func TestMapOrder(t *testing.T) {
	subscribers := map[chan int]int{}
	for i := range 20 {
		subscribers[make(chan int, 1)] = i
	}
	next := 0
	for c, i := range subscribers {
		if i != next {
			t.Errorf("subscriber %d comes %dth", i, next)
		}
		next++
		c <- i
	}
	for c := range maps.Keys(subscribers) {
		<-c
	}
}

// TestSyncMap: likewise.
func TestSyncMap(t *testing.T) {
	var m sync.Map
	for i := range 20 {
		m.Store(&i, i)
	}
	next := 0
	m.Range(func(_, i any) bool {
		if i != next {
			t.Errorf("%d comes %dth", i, next)
		}
		next++
		return true
	})
}

func TestGoroutines(t *testing.T) {
	if n := runtime.NumGoroutine(); n > 2 {
		t.Error(n)
	}
}

func TestStacks(t *testing.T) {
	buf := make([]byte, 1000)
	runtime.Stack(buf, false)
	runtime.Stack(buf, true)
}

type list struct {
	next *list
	n    int
}

func (l *list) walk() {
	l.n++
	l.next.walk()
}

// TestRecursion: an endless recursion is a panic, not a long computation.
func TestRecursion(t *testing.T) {
	l := new(list)
	l.next = l
	l.walk()
}
