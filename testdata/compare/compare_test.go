package compare

import (
	"sync"
	"testing"
	"time"
)

// both calls f and g concurrently.
func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func TestRace(t *testing.T) {
	var c Plain
	both(c.Hit, c.Hit)
	if c.n != 2 {
		t.Errorf("%d hits", c.n)
	}
}

func TestUpdate(t *testing.T) {
	var c Counter
	both(c.Hit, c.Hit)
	if n := c.n.Load(); n != 2 {
		t.Errorf("%d hits", n)
	}
}

func TestLocks(t *testing.T) {
	var a, b Account
	both(func() { Transfer(&a, &b, 1) }, func() { Transfer(&b, &a, 1) })
}

func TestWakeup(t *testing.T) {
	g := NewGate()
	both(g.Wait, g.Open)
}

func TestLeak(t *testing.T) {
	Ask(func() int { return 1 })
}

func TestTime(t *testing.T) {
	e := Entry{made: time.Now()}
	time.Sleep(61 * time.Second)
	if !e.Expired() {
		t.Error("not expired after 61 s")
	}
}

func TestInput(t *testing.T) {
	if Clamp(7) != 7 || Clamp(700) != 100 {
		t.Errorf("Clamp(7) = %d, Clamp(700) = %d", Clamp(7), Clamp(700))
	}
}
