package verdicts

import (
	"testing"
	"testing/synctest"
	"time"
)

// What is made in a bubble is not used outside: Go ends the program.

func bubbled(t *testing.T) (c chan int) {
	synctest.Test(t, func(t *testing.T) {
		c = make(chan int, 1)
		c <- 1
	})
	return c
}

func TestBubbleSend(t *testing.T) {
	c := bubbled(t)
	defer func() { recover() }() // it is no panic
	c <- 1
}

func TestBubbleRecv(t *testing.T) {
	<-bubbled(t)
}

func TestBubbleClose(t *testing.T) {
	close(bubbled(t))
}

func TestBubbleDefault(t *testing.T) {
	select {
	case <-bubbled(t):
	default:
	}
}

func TestBubbleSelect(t *testing.T) {
	select {
	case <-bubbled(t):
	case <-make(chan int):
	}
}

func TestBubbleGoroutine(t *testing.T) {
	c := make(chan chan int, 1)
	go func() {
		for d := range c {
			d <- 1
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		d := make(chan int, 1)
		c <- d
		<-d
	})
	close(c)
}

func TestBubbleTimer(t *testing.T) {
	var c <-chan time.Time
	synctest.Test(t, func(t *testing.T) { c = time.NewTimer(time.Second).C })
	<-c
}

func TestBubbleStop(t *testing.T) {
	var timer *time.Timer
	synctest.Test(t, func(t *testing.T) { timer = time.AfterFunc(time.Hour, func() {}) })
	timer.Stop()
}

func TestBubbleLen(t *testing.T) {
	if len(bubbled(t)) != 1 {
		t.Error("not one")
	}
}

// What was made outside may be used inside.
func TestBubbleOutside(t *testing.T) {
	c, d := make(chan int), make(chan int, 2)
	go func() { c <- 1 }()
	synctest.Test(t, func(t *testing.T) {
		e := make(chan int)
		go func() { e <- <-c }()
		d <- <-e
	})
	<-d
	close(d)
}

// A go statement of a nil function ends the program; one that calls it with arguments panics in
// the goroutine.

func TestGoNil(t *testing.T) {
	defer func() { recover() }()
	var f func()
	go f()
}

func TestGoNilNamed(t *testing.T) {
	defer func() { recover() }()
	type named func()
	fs := map[string]named{}
	go fs["a"]()
}

func TestGoNilArgs(t *testing.T) {
	defer func() { recover() }()
	var f func(int)
	go f(1)
	select {}
}
