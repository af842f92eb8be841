package pools

import (
	"runtime/debug"
	"testing"
)

// TestLose: what lies in a pool is lost once, if there is something; not while garbage is kept.
func TestLose(t *testing.T) {
	asked := 0
	yes := func() bool { asked++; return true }
	own := Own{}
	s := own.Of(1, true)
	s.Lose(yes)
	if asked != 0 {
		t.Error("there is nothing to lose")
	}
	s.Put(1)
	s.Put(2)
	own.Of(2, true).Put(3)
	s.Lose(func() bool { return false })
	if x, ok := s.Get(); x != 2 || !ok {
		t.Errorf("got %v, %v, and not the latest", x, ok)
	}
	s.Put(2)
	s.Lose(yes)
	if x, ok := s.Get(); ok {
		t.Errorf("got %v, which was lost", x)
	}
	s.Put(4)
	s.Lose(yes)
	if x, ok := s.Get(); x != 4 || !ok || asked != 1 {
		t.Errorf("got %v, %v; asked %d times", x, ok, asked)
	}
	if x, _ := own.Of(2, true).Get(); x != 3 {
		t.Errorf("another task got %v", x)
	}

	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	s = Own{}.Of(1, true)
	s.Put(1)
	s.Lose(yes)
	if asked != 1 {
		t.Error("it loses what no collection takes")
	}
	if debug.SetGCPercent(-1) >= 0 {
		t.Error("to ask has turned collections on")
	}
}
