package litmus

import (
	"log"
	"os"
	"sync"
	"testing"
)

// Two accesses without order, one of them a write.
//
// Outcomes: !race
//
// Native: no, the detector of go test -race sees the races of the runs it is in
func TestRace(t *testing.T) {
	x := 0
	done := make(chan bool)
	go func() {
		x = 1
		close(done)
	}()
	see("%d", x)
	<-done
}

// Two reads are none.
//
// Outcomes: 2
func TestRaceReads(t *testing.T) {
	x := 1
	c := make(chan int, 1)
	go func() { c <- x }()
	n := x
	see("%d", n+<-c)
}

// A race that only some orders have: the flag is set before what it is for.
//
// Outcomes: 0, !race
//
// Native: no, the detector of go test -race sees the races of the runs it is in
func TestRaceSometimes(t *testing.T) {
	var mu sync.Mutex
	ready, x := false, 0
	done := make(chan bool)
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		x = 1
		close(done)
	}()
	mu.Lock()
	seen := ready
	mu.Unlock()
	n := 0
	if seen {
		n = x
	}
	<-done
	see("%d", n)
}

// Elements of a slice, and fields of a struct, are variables of their own.
//
// Outcomes: 10
func TestRaceElements(t *testing.T) {
	s := make([]int, 2)
	var p struct{ x, y int }
	done := make(chan bool)
	go func() {
		s[0] = 1
		p.x = 2
		close(done)
	}()
	s[1] = 3
	p.y = 4
	<-done
	see("%d", s[0]+s[1]+p.x+p.y)
}

// A map is one variable.
//
// Outcomes: !race
//
// Native: no, Go may end the program: concurrent map writes
func TestRaceMap(t *testing.T) {
	m := map[int]int{}
	done := make(chan bool)
	go func() {
		m[1] = 1
		close(done)
	}()
	m[2] = 2
	<-done
	see("%d", len(m))
}

// An interface and a string have several words.
//
// Outcomes: !race
//
// Native: no, the detector of go test -race sees the races of the runs it is in
func TestRaceInterface(t *testing.T) {
	var x any = 1
	done := make(chan bool)
	go func() {
		x = "one"
		close(done)
	}()
	_, ok := x.(int)
	see("%t", ok)
	<-done
}

// os.Exit ends the program at once, whatever others do.
//
// Outcomes: !fatal
func TestExit(t *testing.T) {
	go func() {
		defer panic("never")
		select {}
	}()
	defer panic("never")
	os.Exit(3)
}

// So does log.Fatal.
//
// Outcomes: done, !fatal
func TestLogFatal(t *testing.T) {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1
		close(done)
	}()
	if len(c) == 0 {
		<-done
		see("done")
		return
	}
	log.SetOutput(discard{})
	log.Fatal("too late")
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
