package initreceive

import "testing"

// Initialisers that receive do so in each execution.

func ids() chan int {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	c <- 3
	return c
}

var c = ids()
var first = <-c // takes 1

var calls int

func next() int { calls++; return calls }

var one = next() // calls is 1 after initialisation
var arr = len(<-d)

var d = func() chan [2]int { d := make(chan [2]int, 2); d <- [2]int{}; d <- [2]int{}; return d }()

var p = &calls2
var calls2 int
var two = func() int { *p++; return 2 }()

func TestFirst(t *testing.T) {
	if second := <-c; first != 1 || second != 2 {
		t.Fatal("first", first, "second", second)
	}
}

func TestLen(t *testing.T) {
	if arr != 2 || len(d) != 1 {
		t.Fatal("len", arr, len(d))
	}
}

func TestCalls(t *testing.T) {
	if calls != 1 || one != 1 {
		t.Fatal("calls", calls)
	}
}

func TestCalls2(t *testing.T) {
	if calls2 != 1 || two != 2 {
		t.Fatal("calls2", calls2, two)
	}
}
